import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../../src/commands.js';
import { baseVersion } from '../../../src/features/olm/compose/csv.js';
import { scorecardConfiguration } from '../../../src/features/olm/compose/metadata.js';
import { cli } from '../../cli/framework/support.js';
import { buildWithKustomize } from '../../support/ask-helper.js';
import {
  changesOf,
  largeProject,
  newProject,
  problemsOf,
  projectWithApi,
  type TestProject,
} from '../../support/projects.js';

const base = 'config/manifests/bases/test-operator.clusterserviceversion.yaml';
const csv = 'bundle/manifests/test-operator.clusterserviceversion.yaml';

const helper = await buildWithKustomize();

const run = ({ root }: TestProject, line: string) => cli(line.split(' '), { cwd: root, commands, ...helper });

describe('edit --olm', () => {
  it.each([
    ['no kinds', newProject],
    ['one kind', projectWithApi],
    ['webhooks', largeProject],
  ])('scaffolds what a bundle is made from, and back gives the tree byte for byte: %s', async (_, make) => {
    const project = await make();
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ olm: true }))).toEqual([]);
    expect(project.read('PROJECT')).toContain('  olm.operator-gen/v1: {}\n');
    expect(project.read('.prettierignore')).toContain('\nbundle/\n');
    expect(project.read('hack/olm.mk')).toMatch(/^bundle-push:.*## /m);
    const checked = await project.check();
    expect([problemsOf(checked), changesOf(checked)]).toEqual([[], []]);
    expect(changesOf(await project.settings({ olm: true }))).toEqual([]);
    expect(problemsOf(await project.settings({ olm: false }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('has the same base and tests as a bundle without it', async () => {
    const project = await projectWithApi();
    await project.settings({ olm: true });
    expect(parse(project.read(base))).toEqual(baseVersion({ packageName: 'test-operator', provider: 'my.domain' }));
    expect(parse(project.read('config/scorecard/config.yaml'))).toEqual(scorecardConfiguration);
  });

  it('makes a bundle that has no errors and passes all tests', async () => {
    const project = await largeProject();
    await project.settings({ olm: true });
    const bundle = 'bundle --version 0.1.0 --image registry.example.com/test-operator:v1';
    const made = await run(project, bundle);
    expect(made).toMatchObject({ exitCode: 0 });
    expect(made.stderr).not.toMatch(/^(?:.* - )?(?:error|warning)/m);
    expect(await run(project, 'bundle validate')).toMatchObject({ exitCode: 0 });
    expect(await run(project, 'scorecard')).toMatchObject({ exitCode: 0 });
    expect((await run(project, bundle)).stderr).toContain('The bundle is up to date.');
  });

  it('has the image and the patches of the kustomization', async () => {
    const project = await projectWithApi();
    await project.settings({ olm: true });
    project.edit('config/manifests/kustomization.yaml', 'newName: controller', 'newName: registry.example.com/web');
    project.edit('config/scorecard/config.yaml', 'parallel: true', 'parallel: false');
    await run(project, 'bundle --version 0.1.0');
    expect(project.read(csv)).toContain('image: registry.example.com/web:latest');
    expect(project.read('bundle/tests/scorecard/config.yaml')).toContain('parallel: false');
  });

  it('follows other names, and keeps what the user wrote', async () => {
    const project = await projectWithApi();
    await project.settings({ olm: true });
    project.edit(base, 'maturity: alpha', 'maturity: stable');
    expect(problemsOf(await project.settings({ projectName: 'other' }))).toEqual(['project-renamed', 'lease-renamed']);
    const renamed = project.read('config/manifests/bases/other.clusterserviceversion.yaml');
    expect(renamed).toContain('name: other.v0.0.0');
    expect(renamed).toContain('maturity: stable');
    expect(project.read('config/manifests/kustomization.yaml')).toContain('- bases/other.clusterserviceversion.yaml');
    expect(problemsOf(await project.settings({ olm: false }))).toContain('edited-file-kept');
    expect(project.read('config/manifests/bases/other.clusterserviceversion.yaml')).toContain('maturity: stable');
  });
});
