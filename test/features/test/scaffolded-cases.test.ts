import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changesOf, newProject, problemsOf, projectWithApi, type TestProject } from '../../support/projects.js';

const files = ['00-assert', '00-create', '01-assert', '01-change', '02-delete', '02-errors'];
const casesOf = (project: TestProject): readonly string[] =>
  Object.keys(project.snapshot()).filter((path) => path.startsWith('test/cases/') && !path.endsWith('/'));
const caseAt = (folder: string): readonly string[] => files.map((name) => `test/cases/${folder}/${name}.yaml`);
const create = 'test/cases/webserver/00-create.yaml';
const assertion = 'test/cases/webserver/00-assert.yaml';
const own = 'test/cases/webserver/03-own.yaml';

describe('the test case of a kind', () => {
  it('is scaffolded with its controller', async () => {
    const project = await newProject();
    await project.createApi({ kind: 'WebServer', controller: false });
    expect(casesOf(project)).toEqual([]);
    await project.createApi({ kind: 'WebServer', resource: false });
    expect(casesOf(project)).toEqual(caseAt('webserver'));
    expect(project.read(create)).toContain('  - ../../../config/samples/_v1_webserver.yaml\n');
  });

  it('is one for all versions, of the version that is stored', async () => {
    const project = await projectWithApi();
    await project.createApi({ kind: 'WebServer', version: 'v2', controller: false });
    expect(casesOf(project)).toEqual(caseAt('webserver'));
    expect(project.read(assertion)).toContain('apiVersion: my.domain/v1\n');
    await project.createWebhook({ version: 'v2', conversion: true, spoke: ['v1'] });
    expect(project.read(assertion)).toContain('apiVersion: my.domain/v2\n');
    expect(project.read(create)).toContain('_v2_webserver.yaml');
  });

  it('is deleted with the kind, unless it was edited', async () => {
    const project = await projectWithApi();
    project.edit(assertion, 'name: webserver-sample', 'name: webserver-sample # Mine.');
    const outcome = await project.deleteApi({ kind: 'WebServer' });
    expect(casesOf(project)).toEqual([assertion]);
    expect(problemsOf(outcome)).toEqual(['edited-file-kept']);
    const other = await projectWithApi();
    const before = (await newProject()).snapshot();
    await other.deleteApi({ kind: 'WebServer' });
    expect(other.snapshot()).toEqual(before);
  });

  it('is renamed with the kind, with the files and the edits of its user', async () => {
    const project = await projectWithApi();
    const before = project.snapshot();
    await project.rename({ kind: 'WebServer', toKind: 'Site' });
    expect(casesOf(project)).toEqual(caseAt('site'));
    expect(project.read('test/cases/site/02-delete.yaml')).toContain('    kind: Site\n    name: site-sample\n');
    await project.rename({ kind: 'Site', toKind: 'WebServer' });
    expect(project.snapshot()).toEqual(before);

    project.write(own, 'apiVersion: my.domain/v1\nkind: WebServer\nmetadata:\n  name: other\n');
    project.edit(assertion, 'name: webserver-sample', 'name: webserver-sample # Mine.');
    const outcome = await project.rename({ kind: 'WebServer', toKind: 'Site' });
    expect(problemsOf(outcome)).toEqual(['renamed-crd']);
    expect(casesOf(project)).toEqual([...caseAt('site'), 'test/cases/site/03-own.yaml']);
    expect(project.read('test/cases/site/03-own.yaml')).toContain('kind: Site\n');
    expect(project.read('test/cases/site/00-assert.yaml')).toContain('kind: Site\n');
    expect(project.read('test/cases/site/00-assert.yaml')).toContain('  name: site-sample # Mine.\n');
  });

  it('moves with edit --multigroup, with the files of its user', async () => {
    const project = await newProject();
    await project.createApi({ group: 'shop', kind: 'Order' });
    project.write('test/cases/order/03-own.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: other\n');
    const before = project.snapshot();
    await project.settings({ multigroup: true });
    expect(casesOf(project)).toEqual([...caseAt('shop-order'), 'test/cases/shop-order/03-own.yaml']);
    await project.settings({ multigroup: false });
    expect(project.snapshot()).toEqual(before);
  });

  it('does not come back after its user has deleted it', async () => {
    const project = await projectWithApi();
    await project.settings({ disable: ['test-cases'] });
    expect(casesOf(project)).toEqual([]);
    await project.settings({ enable: ['test-cases'] });
    const removed = await projectWithApi();
    rmSync(join(removed.root, 'test/cases'), { recursive: true });
    const changes = [
      await removed.createApi({ kind: 'WebServer', version: 'v2', controller: false }),
      await removed.createWebhook({ version: 'v2', conversion: true, spoke: ['v1'] }),
      await removed.rename({ kind: 'WebServer', toKind: 'Site' }),
    ];
    expect(changes.flatMap(problemsOf)).toEqual(['storage-version-moved', 'renamed-crd']);
    expect(casesOf(removed)).toEqual([]);
    expect(changesOf(await removed.check())).toEqual([]);
  });
});
