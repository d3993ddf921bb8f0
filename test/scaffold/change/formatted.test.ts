import { join } from 'node:path';
import { check, format, getFileInfo, type Options } from 'prettier';
import { describe, expect, it } from 'vitest';
import { madeOnce, newProject, problemsOf, type TestProject } from '../../support/projects.js';

/** The files that `prettier --check .` of the project would refuse. */
async function misformatted(project: TestProject): Promise<readonly string[]> {
  const options = JSON.parse(project.read('.prettierrc.json')) as Options;
  const found: string[] = [];
  for (const path of Object.keys(project.snapshot()).filter((each) => !each.endsWith('/'))) {
    const text = project.read(path);
    const filepath = join(project.root, path);
    const { ignored, inferredParser } = await getFileInfo(filepath, {
      ignorePath: join(project.root, '.prettierignore'),
    });
    if (ignored || inferredParser === null) continue;
    if (!(await check(text, { ...options, filepath }))) found.push(path);
  }
  return found;
}

const controller = 'src/controller/webserver.controller.ts';

/** Rules in every form that prettier leaves, near the width of a line. */
const rules = (['deployments', 'deployments/status', 'horizontalpodautoscalers', 'a'.repeat(63)] as const).flatMap(
  (resource) => [
    `@Rbac({ groups: ['apps'], resources: ['${resource}'], verbs: ['get'] })`,
    `/** @rbac { groups: ['apps'], resources: ['${resource}'], verbs: ['get', 'list'] } */\nexport const of${resource.length} = 1;`,
  ],
);
const decorators = rules.filter((each) => each.startsWith('@'));
const tags = rules.filter((each) => each.startsWith('/**'));

async function makeProjectWithMuch(): Promise<TestProject> {
  const project = await newProject();
  for (const options of [
    {},
    { kind: 'Cache', controller: false },
    { kind: 'Cluster', namespaced: false },
    { kind: 'Memo', image: 'memcached:1.6' },
    { group: 'apps', kind: 'Deployment', resource: false },
  ]) {
    expect(problemsOf(await project.createApi(options))).toEqual([]);
  }
  expect(problemsOf(await project.createWebhook({ defaulting: true, validation: true }))).toEqual([]);
  project.edit(controller, '@Rbac(', `${decorators.join('\n')}\n@Rbac(`);
  project.write(controller, `${project.read(controller)}\n${tags.join('\n\n')}\n`);
  const options = JSON.parse(project.read('.prettierrc.json')) as Options;
  project.write(controller, await format(project.read(controller), { ...options, filepath: controller }));
  await project.manifests();
  expect(await misformatted(project)).toEqual([]);
  return project;
}

const projectWithMuch = madeOnce(makeProjectWithMuch);

describe('what a command leaves is formatted as the project asks', { timeout: 120_000 }, () => {
  it('after edit --namespaced, and back', async () => {
    const project = await projectWithMuch();
    await project.settings({ namespaced: true });
    expect(project.read(controller)).toContain("namespace: 'test-operator-system'");
    expect(await misformatted(project)).toEqual([]);
    await project.settings({ namespaced: false });
    expect(project.read(controller)).not.toContain("namespace: 'test-operator-system'");
    expect(await misformatted(project)).toEqual([]);
  });

  it.each([
    ['--project-name', { projectName: 'a-very-long-name-of-a-project-that-makes-operators' }],
    ['--domain', { domain: 'shop.example.com' }],
    ['--multigroup', { multigroup: true }],
    ['--license', { license: 'apache2', owner: 'The Example Authors' }],
  ])('after edit %s', async (_, settings) => {
    const project = await projectWithMuch();
    const { diagnostics } = await project.settings(settings as never);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await misformatted(project)).toEqual([]);
  });

  it.each([
    [
      'rename api to a short name',
      (project: TestProject) =>
        project.rename({ version: 'v1', kind: 'WebServer', toKind: 'W', toPlural: 'ws' } as never),
    ],
    ['delete api', (project: TestProject) => project.deleteApi({ kind: 'Memo' })],
    ['delete webhook', (project: TestProject) => project.deleteWebhook({ defaulting: true })],
    ['create api', (project: TestProject) => project.createApi({ kind: 'Another' })],
    [
      'create webhook with a conversion',
      async (project: TestProject) => {
        await project.createApi({ version: 'v2', controller: false });
        return project.createWebhook({ conversion: true, spoke: ['v2'] });
      },
    ],
  ] as const)('after %s', async (_, command) => {
    const project = await projectWithMuch();
    const { diagnostics } = await command(project);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await misformatted(project)).toEqual([]);
  });
});
