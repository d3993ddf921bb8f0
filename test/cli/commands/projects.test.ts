import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { changesOf, newProject, problemsOf, projectWithApi, testFolder } from '../../support/projects.js';

const types = 'src/api/v1/webserver.types.ts';
const crd = 'config/crd/bases/my.domain_webservers.yaml';
const sample = 'config/samples/_v1_webserver.yaml';

describe('a project', () => {
  it('is up to date as it was made, and a second run changes nothing', async () => {
    const project = await projectWithApi();
    expect(changesOf(await project.check())).toEqual([]);
    expect(changesOf(await project.manifests())).toEqual([]);
  });

  it('has nothing to create when a kind is asked for again', async () => {
    const project = await projectWithApi();
    project.edit(types, 'An example field.', 'Mine.');
    await project.manifests();
    const before = project.snapshot();
    const outcome = await project.createApi();
    expect(problemsOf(outcome)).toEqual([]);
    expect(outcome.summary).toContain('already exists');
    expect(project.snapshot()).toEqual(before);
  });

  it('gets the half of a kind that is missing', async () => {
    const project = await newProject();
    await project.createApi({ controller: false });
    expect(project.read('src/register.ts')).not.toContain('WebServer');
    project.edit(types, 'An example field.', 'Mine.');
    expect(problemsOf(await project.createApi({ resource: false }))).toEqual([]);
    expect(project.read('src/register.ts')).toContain('\n  setupWebServerController,\n');
    expect(project.read(types)).toContain('Mine.');
    expect(parse(project.read('PROJECT')).resources).toMatchObject([{ api: { namespaced: true }, controller: true }]);
  });

  it('is scaffolded again with --force', async () => {
    const project = await projectWithApi();
    project.edit(types, 'An example field.', 'Mine.');
    await project.createApi({ force: true, namespaced: false });
    expect(project.read(types)).not.toContain('Mine.');
    expect(parse(project.read(crd)).spec.scope).toBe('Cluster');
  });

  it('is the same bytes every time it is made', async () => {
    // Not copies of one.
    const [one, other] = [testFolder(), testFolder()];
    for (const project of [one, other]) {
      await project.init();
      await project.createApi();
    }
    expect(one.snapshot()).toEqual(other.snapshot());
  });

  it('follows its types', async () => {
    const project = await projectWithApi();
    project.edit(types, 'size: Int32 = 1;', "size: Int32 = 1;\n  /** A mode. */\n  mode!: 'fast' | 'safe';");
    expect(changesOf(await project.manifests())).toEqual([
      'update .operator-gen/scaffold.json',
      `update ${crd}`,
      `update ${sample}`,
    ]);
    expect(parse(project.read(sample)).spec).toEqual({ size: 1, mode: 'fast' });
    expect(parse(project.read(crd)).spec.versions[0].schema.openAPIV3Schema.properties.spec.required).toEqual(['mode']);
  });
});

describe('check', () => {
  it('tells stale, missing and orphaned files, and writes nothing', async () => {
    const project = await projectWithApi();
    await project.createApi({ kind: 'Other' });
    project.write(crd, 'edited by hand\n');
    rmSync(join(project.root, 'config/rbac/role.yaml'));
    for (const path of ['src/api/v1/other.types.ts', 'src/controller/other.controller.ts'])
      rmSync(join(project.root, path));
    project.edit(
      'PROJECT',
      project.read('PROJECT').slice(project.read('PROJECT').lastIndexOf('- api:'), -'version: "3"\n'.length),
      '',
    );
    const before = project.snapshot();
    expect(changesOf(await project.check())).toEqual([
      'delete config/crd/bases/my.domain_others.yaml',
      `update ${crd}`,
      'update config/crd/kustomization.yaml',
      'create config/rbac/role.yaml',
      'delete config/samples/_v1_other.yaml',
      'update config/samples/kustomization.yaml',
      'update src/register.ts',
    ]);
    expect(project.snapshot()).toEqual(before);
    await project.manifests();
    expect(changesOf(await project.check())).toEqual([]);
  });

  it("takes a sample for the user's once it was edited", async () => {
    const project = await projectWithApi();
    project.edit(sample, 'size: 1', 'size: 7');
    expect(changesOf(await project.check())).toEqual([]);
    project.edit(types, 'size: Int32 = 1;', 'size: Int32 = 2;');
    await project.manifests();
    expect(project.read(sample)).toContain('size: 7');
  });
});

describe('a kind that disappears', () => {
  it('takes what was generated for it along, and nothing that was edited', async () => {
    const project = await projectWithApi();
    project.edit(sample, 'size: 1', 'size: 7');
    project.edit('config/crd/kustomization.yaml', 'resources:', '# mine\nresources:\n- mine.yaml');
    rmSync(join(project.root, 'src/api'), { recursive: true });
    rmSync(join(project.root, 'src/controller'), { recursive: true });
    project.edit('PROJECT', /resources:[\s\S]*(?=version)/.exec(project.read('PROJECT'))![0], '');
    const outcome = await project.manifests();
    expect(problemsOf(outcome)).toEqual(['edited-orphaned-file', 'dangling-kustomization-entry']);
    expect(Object.keys(project.snapshot()).filter((path) => path.includes('webservers.yaml'))).toEqual([]);
    expect(project.read(sample)).toContain('size: 7');
    expect(project.read('config/crd/kustomization.yaml')).toContain('# mine\nresources:\n- mine.yaml\n');
    expect(parse(project.read('config/default/kustomization.yaml')).resources).not.toContain('../crd');
    expect(project.read('src/register.ts')).not.toContain('WebServer');
  });
});
