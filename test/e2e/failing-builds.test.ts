import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/output/operation/outcome.js';
import { askHelper } from '../support/ask-helper.js';
import { largeProject, madeOnce, newProject, type TestProject } from '../support/projects.js';
import { helperForTests } from '../support/upstream.js';

const path = await helperForTests();
await askHelper();

const settings = 'config/default/kustomization.yaml';
const production = 'config/prod/kustomization.yaml';

const withWebhook = madeOnce(async () => {
  const project = await newProject();
  await project.createApi();
  await project.createWebhook({ defaulting: true });
  return project;
});

const failed = ({ diagnostics }: Outcome): readonly string[] =>
  diagnostics
    .filter(({ code }) => code === 'kustomization-failed')
    .map(
      ({ severity, position, message }) => `${severity} ${position?.file} ${message.split(': ').slice(1).join(': ')}`,
    );

const toManager =
  '  - select: {kind: Deployment}\n    fieldPaths: [metadata.annotations.hooks]\n    options: {create: true}\n';
const fromService = '- source: {kind: Service, version: v1, name: webhook-service}\n  targets:\n';

type Case = readonly [
  what: string,
  edit: (project: TestProject) => void,
  run: (project: TestProject) => Promise<Outcome>,
  expected: string,
];

const cases: readonly Case[] = [
  [
    'a replacement that the user has changed',
    (project) =>
      project.edit(
        settings,
        '    fieldPath: .metadata.name\n  targets:\n',
        `    fieldPath: .metadata.name\n  targets:\n${toManager}`,
      ),
    (project) => project.deleteWebhook({ defaulting: true }),
    `warning ${settings} nothing selected by Service`,
  ],
  [
    'a replacement of the user',
    (project) => project.edit(settings, 'replacements:\n', `replacements:\n${fromService}${toManager}`),
    (project) => project.deleteApi({ force: true }),
    `warning ${settings} nothing selected by Service`,
  ],
  [
    'the number of replicas by a name with the prefix',
    (project) =>
      project.write(
        production,
        'resources: [../default]\nreplicas: [{name: test-operator-controller-manager, count: 3}]\n',
      ),
    (project) => project.settings({ projectName: 'shop' }),
    `warning ${production} resource with name test-operator-controller-manager does not match`,
  ],
];

describe.skipIf(path === undefined)('commands name kustomizations that can no longer be built', () => {
  it.each(cases)('because of %s', async (_, edit, run, expected) => {
    const project = await withWebhook();
    edit(project);
    expect(failed(await project.check())).toEqual([]);
    expect(failed(await run(project))).toEqual([expect.stringContaining(expected)]);
  });

  it('and not those that could not be built before', async () => {
    const project = await withWebhook();
    project.write(production, 'resources: [../default]\nreplicas: [{name: other, count: 3}]\n');
    project.write(
      'config/merged/kustomization.yaml',
      'resources: [../default]\nconfigMapGenerator: [{name: other, behavior: merge, literals: [a=b]}]\n',
    );
    // kustomize prints the place of the generator in memory, which differs in each run.
    expect(failed(await project.check())).toEqual([
      expect.stringContaining('config/merged/kustomization.yaml merging from generator: id'),
      expect.stringContaining(production),
    ]);
    expect(failed(await project.settings({ projectName: 'shop' }))).toEqual([]);
    expect(failed(await project.deleteWebhook({ defaulting: true }))).toEqual([]);
  });

  it('and nothing of a project that its user has not edited', async () => {
    const project = await largeProject();
    expect(failed(await project.settings({ projectName: 'shop', namespaced: true }))).toEqual([]);
  });
});
