import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/commands.js';
import { cli } from '../../cli/framework/support.js';
import { bundleCaseList, validBundle, type Files } from '../../support/bundle-cases.js';
import { diagnosticPages } from '../../support/pages.js';
import { temporaryFolder } from '../../support/tree.js';

const csv = 'manifests/queue-operator.clusterserviceversion.yaml';

function run(files: Files, ...words: readonly string[]) {
  const tree = Object.fromEntries(Object.entries(files).map(([path, text]) => [`bundle/${path}`, text]));
  return cli(['scorecard', ...words], { cwd: temporaryFolder(tree), commands });
}

function changed(from: string, to: string, file = csv): Files {
  expect(validBundle[file]!.split(from)).toHaveLength(2);
  return { ...validBundle, [file]: validBundle[file]!.replace(from, () => to) };
}

const spec = '"spec": {"replicas": 1}';
const specDescriptors = '      specDescriptors:\n      - path: replicas\n        displayName: Replicas\n';

/** What makes each test fail, and the column and text of the line with the mistake. */
const failures: readonly (readonly [test: string, files: () => Files, at: string])[] = [
  ['olm-bundle-validation', () => changed('    supported: true', '    supported: false'), ''],
  [
    'olm-crds-have-validation',
    () => changed(spec, '"spec": {"replicas": 1, "size": 2}'),
    'example.com_queues.yaml:21:9',
  ],
  [
    'olm-crds-have-resources',
    () => changed("      resources:\n      - kind: Deployment\n        name: ''\n        version: apps/v1\n", ''),
    'clusterserviceversion.yaml:48:7',
  ],
  ['olm-spec-descriptors', () => changed(specDescriptors, ''), 'clusterserviceversion.yaml:48:7'],
  [
    'olm-status-descriptors',
    () => {
      const files = changed('      statusDescriptors:\n      - path: ready\n        displayName: Ready\n', '');
      return { ...files, [csv]: files[csv]!.replace(spec, `${spec}, "status": {"ready": true}`) };
    },
    'clusterserviceversion.yaml:48:7',
  ],
];

describe('scorecard', () => {
  it('passes six tests of a bundle without mistakes', async () => {
    const { exitCode, stdout, stderr } = await run(validBundle);
    expect(stdout.match(/^pass {2}\S+$/gm)).toHaveLength(6);
    expect(stderr).toContain('6 of 6 tests passed.');
    expect(exitCode).toBe(0);
  });

  it.each(failures)('fails %s', async (test, files, at) => {
    const { exitCode, stdout, stderr } = await run(files());
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`fail  ${test}\n`);
    expect(stderr).toContain(at);
    const data = JSON.parse((await run(files(), '--output', 'json')).stdout) as {
      results: { test: string; state: string }[];
    };
    expect(data.results.filter(({ state }) => state === 'fail').map((each) => each.test)).toContain(test);
  });

  it('fails the tests that need samples if they cannot be read', async () => {
    const { files } = bundleCaseList.find(({ code }) => code === 'invalid-csv-examples')!;
    const { stdout } = await run(files);
    expect(stdout.match(/^fail/gm)).toHaveLength(5);
    expect(stdout).toContain('pass  olm-crds-have-resources');
  });

  it('fails all tests of a bundle that cannot be read', async () => {
    const { exitCode, stdout } = await run({ 'other/a.yaml': '' });
    expect(exitCode).toBe(1);
    expect(stdout.match(/^fail/gm)).toHaveLength(6);
  });

  it.each([
    ['scorecard-test-failed', () => changed(specDescriptors, '')],
    ['sample-without-part', () => validBundle],
  ] as const)('prints what the page of %s shows', async (code, files) => {
    const page = diagnosticPages().find((each) => each.code === code)!;
    const [, ...shown] = page.block('sh wrong')!.trimEnd().split('\n');
    expect((await run(files())).stderr).toContain(shown.join('\n'));
  });
});
