import { afterAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { commands } from '../../../src/commands.js';
import { isChartPath } from '../../../src/project/chart.js';
import { helperOf } from '../../../src/base/helper/helper.js';
import { absentHelper } from '../../../src/base/helper/locate.js';
import { cli } from '../../cli/framework/support.js';
import { buildWithKustomize } from '../../support/ask-helper.js';
import {
  answerFor,
  changesOf,
  largeProject,
  problemsOf,
  projectWithApi,
  testFolder,
  type TestProject,
} from '../../support/projects.js';

const helper = await (await buildWithKustomize()).helper();
const declined = helperOf(undefined, {}, absentHelper({ OPERATOR_GEN_UPSTREAM: 'none' }));

// The next file may be run by the same process.
afterAll(() => answerFor(undefined));

const code = 'output-not-generated';
const remote = 'https://example.com/more.yaml';
const list = 'config/default/kustomization.yaml';

/** Returns a project with a chart, in which no command has the helper from now on. */
async function charted(make: () => Promise<TestProject> = projectWithApi): Promise<TestProject> {
  answerFor(helper);
  const project = await make();
  expect(problemsOf(await project.settings({ helm: true }))).toEqual([]);
  return without(project);
}

function without({ root }: TestProject): TestProject {
  answerFor(declined);
  return testFolder({}, undefined, root);
}

const textOf = ({ diagnostics }: Outcome): string =>
  diagnostics
    .flatMap((each) => (each.code === code ? [`${each.severity} ${each.message}; ${each.help}`] : []))
    .join('\n');

const chartOf = (project: TestProject) =>
  Object.entries(project.snapshot()).filter(([path]) => path.startsWith('dist/chart/'));

describe('without the helper, a chart', () => {
  it('is reported by manifests and check, and is not changed', async () => {
    const project = await charted();
    project.edit('src/api/v1/webserver.types.ts', '/** ', '/** Changed. ');
    const before = chartOf(project);
    const made = await project.manifests();
    expect(changesOf(made).length).toBeGreaterThan(0);
    expect(chartOf(project)).toEqual(before);
    expect(textOf(made)).toBe(
      'warning the Helm chart in dist/chart was neither generated nor compared, and stays as it is: OPERATOR_GEN_UPSTREAM is none; unset OPERATOR_GEN_UPSTREAM; then run: npx operator-gen manifests',
    );
    const checked = await project.check();
    expect(textOf(checked)).toBe(textOf(made));
    expect(changesOf(checked)).toEqual([]);
    answerFor(helper);
    expect(changesOf(await testFolder({}, undefined, project.root).check())).toEqual([
      'update dist/chart/templates/crd/webservers.my.domain.yaml',
    ]);
  });

  it.each<[string, (project: TestProject) => Promise<Outcome>]>([
    ['delete api', (project) => project.deleteApi()],
    ['create webhook', (project) => project.createWebhook({ validation: true })],
    ['edit --project-name', (project) => project.settings({ projectName: 'other' })],
  ])('keeps its generated files: %s', async (_, change) => {
    const project = await charted();
    const generated = chartOf(project).filter(([path]) => isChartPath(path));
    expect(problemsOf(await change(project))).toContain(code);
    expect(chartOf(project)).toEqual(expect.arrayContaining(generated));
  });

  it('keeps a template that was edited, and that it would delete', async () => {
    const project = await charted();
    const [template = ''] = chartOf(project)
      .map(([path]) => path)
      .filter((path) => path.includes('/crd/') && path.endsWith('.yaml'));
    project.write(template, '# mine\n');
    await project.manifests();
    expect(project.read(template)).toBe('# mine\n');
    answerFor(helper);
    await testFolder({}, undefined, project.root).manifests();
    expect(project.read(template)).not.toBe('# mine\n');
  });

  it.each([
    ['to another folder', { chartFolder: 'charts/a' }],
    ['and be divided', { separateCRDs: true }],
  ])('cannot move %s', async (_, options) => {
    const project = await charted();
    const before = project.snapshot();
    expect(textOf(await project.settings(options))).toContain('error the Helm chart in ');
    expect(project.snapshot()).toEqual(before);
  });

  it('can go', async () => {
    const project = await charted(largeProject);
    expect(problemsOf(await project.settings({ helm: false }))).toEqual([]);
    expect(chartOf(project)).toEqual([]);
  });

  it('that is new has the files that are not generated, and manifests makes the rest later', async () => {
    answerFor(helper);
    const other = await projectWithApi();
    await other.settings({ helm: true });
    answerFor(declined);
    const project = await projectWithApi();
    expect(problemsOf(await project.settings({ helm: true }))).toEqual([code]);
    expect(chartOf(project).map(([path]) => path)).toContain('dist/chart/Chart.yaml');
    answerFor(helper);
    expect(problemsOf(await testFolder({}, undefined, project.root).manifests())).toEqual([]);
    expect(chartOf(project)).toEqual(chartOf(other));
  });
});

describe('without the helper, a bundle', () => {
  it('is refused, and one that is there stays as it is', async () => {
    answerFor(helper);
    const { root } = await projectWithApi();
    const run = async (upstream: typeof helper) =>
      cli('bundle --version 0.1.0 --image a/b:v1'.split(' '), { cwd: root, commands, helper: async () => upstream });
    expect(await run(helper)).toMatchObject({ exitCode: 0 });
    const project = testFolder({}, undefined, root);
    const before = project.snapshot();
    const { exitCode, stderr } = await run(declined);
    expect(exitCode).toBe(1);
    expect(stderr.match(/error .*/g)).toEqual([
      `error ${code}: the bundle in bundle was not generated: OPERATOR_GEN_UPSTREAM is none`,
    ]);
    expect(project.snapshot()).toEqual(before);
  });
});

describe('a kustomization that kustomize refuses', () => {
  it.each([
    ['a remote resource', (text: string) => text.replace('resources:\n', `resources:\n- ${remote}\n`)],
    ['an entry twice', (text: string) => text.replace('resources:\n', 'resources:\n- ../crd\n')],
  ])('leaves the chart as it is: %s', async (_, change) => {
    answerFor(helper);
    const project = await projectWithApi();
    await project.settings({ helm: true });
    const before = chartOf(project);
    project.write(list, change(project.read(list)));
    const made = await project.manifests();
    expect(textOf(made)).toContain(`and stays as it is: kustomize cannot build ${list}: `);
    expect(chartOf(project)).toEqual(before);
  });
});
