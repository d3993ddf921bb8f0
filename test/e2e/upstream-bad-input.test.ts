import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startHelper, type RunningHelper } from '../../src/base/helper/helper-process.js';
import type { Answer } from '../../src/base/helper/protocol.js';
import { fuzzHelper } from '../fuzz/fuzz.js';
import { ruledCrd } from '../fuzz/inputs.js';
import { startRawHelper } from '../fuzz/raw-helper.js';
import { runs, seed } from '../support/seed.js';
import { temporaryFolder } from '../support/tree.js';
import { helperForTests } from '../support/upstream.js';

// Whatever the helper is asked, it answers, with the code of a problem or with the errors of the API server.

const path = await helperForTests();

let helper: RunningHelper;
beforeAll(() => {
  if (path !== undefined) helper = startHelper(path);
});
afterAll(() => helper?.end());

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: it}\n';

/** Nine lists, each with nine aliases of the one before. */
const laughs = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...Array.from('bcdefghij', (name, index) => {
    const before = 'abcdefghij'[index]!;
    return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`;
  }),
]
  .map((line) => `  ${line}\n`)
  .join('');

/** The definition with other rules at a string without a limit. */
function ruled(rule: string): string {
  const field = { type: 'string', 'x-kubernetes-validations': [{ rule }] };
  return JSON.stringify(ruledCrd).replace('"any":{', `"ruled":${JSON.stringify(field)},"any":{`);
}

describe.skipIf(path === undefined)('objects', () => {
  it.each([
    ['several documents', `${configMap}---\n${configMap}`, 'invalid-yaml', 'several documents'],
    ['exploding aliases', `${configMap}data:\n${laughs}`, 'invalid-yaml', 'excessive aliasing'],
    ['deep YAML', '- '.repeat(100_000), 'invalid-yaml', 'exceeded max depth'],
    ['deep JSON', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'invalid-yaml', 'exceeded max depth'],
    ['a NUL', 'a\0b', 'invalid-yaml', 'control characters'],
    ['a key twice', `${configMap}data: {a: b}\ndata: {}`, 'invalid-yaml', 'already set'],
    ['no number', `${configMap}data: {a: .nan}`, 'invalid-yaml', 'NaN'],
    ['a list as key', `${configMap}data: {[a]: b}`, 'invalid-yaml', 'invalid map key'],
    ['a long text', `# ${'x'.repeat(9 << 20)}`, 'invalid-yaml', 'more than 8388608 bytes'],
    ['nothing', '', 'unknown-kind', 'not an object with apiVersion and kind'],
    [
      'a version that is not served any more',
      'apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition',
      'not-served',
      'use apiextensions.k8s.io/v1',
    ],
    ['a group of former times', 'apiVersion: extensions/v1beta1\nkind: Deployment', 'unknown-kind', 'use apps/v1'],
  ])('with %s are a problem', async (_, object, code, message) => {
    const { problem } = await helper.ask({ operation: 'object', object });
    expect(problem).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it.each([
    ['a separator at the end', `${configMap}---\n# the end\n`],
    [
      'JSON with characters that YAML does not allow',
      JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'it' }, data: { a: '\u007f' } }),
    ],
    ['half of a pair of surrogates', `${configMap}data: {a: "\ud800"}`],
    ['a number of a million digits as text', `${configMap}data: {a: "${'9'.repeat(1_000_000)}"}`],
    ['merge keys and tags', `${configMap}data: {<<: {a: x}, b: !!str 1}`],
  ])('with %s are accepted', async (_, object) => {
    expect(await helper.ask({ operation: 'object', object })).not.toMatchObject({ errors: expect.anything() });
    expect(await helper.ask({ operation: 'object', object })).not.toMatchObject({ problem: expect.anything() });
  });

  it.each([
    ['nested a thousand levels', `${'('.repeat(1000)}true${')'.repeat(1000)}`],
    ['with a chain of a hundred thousand operators', `1${'+1'.repeat(100_000)} > 0`],
    ['with an exploding regular expression', 'self.matches("((a{100}){100}){100}")'],
    ['that is too expensive', 'self.split("a").all(x, self.split("b").all(y, x != y))'],
  ])('with a rule %s are refused', async (_, rule) => {
    const { errors } = await helper.ask({ operation: 'object', object: ruled(rule) });
    expect(errors?.map(({ field }) => field)).toContainEqual(
      expect.stringContaining('properties[ruled].x-kubernetes-validations[0].rule'),
    );
  });

  it('that take too long are given up, and the next question goes to another helper', async () => {
    const other = startHelper(path!);
    const hard = { cpu: '1e999999999' };
    const quota = JSON.stringify({ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'it' }, spec: { hard } });
    const { problem } = await other.ask({ operation: 'object', object: quota });
    expect(problem).toMatchObject({ code: 'timeout', message: expect.stringContaining('processor time') });
    expect(other.hasFailed()).toBe(true);
  });
});

describe.skipIf(path === undefined)('kustomizations', () => {
  let root: string;
  // Each test has its own folder, which is removed after it.
  beforeEach(() => {
    root = temporaryFolder();
    const outside = join(temporaryFolder(), 'outside.yaml');
    writeFileSync(outside, configMap);
    symlinkSync(outside, join(root, 'link.yaml'));
    mkdirSync(join(root, 'folder'));
    symlinkSync('..', join(root, 'folder/up'));
    writeFileSync(join(root, 'huge.yaml'), '');
    truncateSync(join(root, 'huge.yaml'), (16 << 20) + 1);
    if (process.platform !== 'win32') execFileSync('mkfifo', [join(root, 'pipe')]);
  });

  const build = (files: Readonly<Record<string, string>>, folder = '.'): Promise<Answer> =>
    helper.ask({ operation: 'kustomize', root, folder, files: { 'map.yaml': configMap, ...files } });

  const remote = 'remote repositories are not fetched';
  const functionOf = (run: string): string =>
    `apiVersion: a/v1\nkind: A\nmetadata:\n  name: a\n  annotations:\n    config.kubernetes.io/function: '${run}'\n`;

  it.each([
    ['resources: ["https://example.com/a.yaml"]', 'not local'],
    ['resources: ["https://example.com/a//b?ref=v1"]', remote],
    ['resources: ["github.com/a/b?ref=main"]', remote],
    ['resources: ["ssh://git@example.com/a/b.git"]', remote],
    ['resources: ["git@example.com:a/b.git"]', remote],
    ['components: ["github.com/a/b"]', remote],
    ['resources: [map.yaml]\npatches: [{path: "https://example.com/a.yaml"}]', 'not local'],
    ['configMapGenerator: [{name: a, files: ["https://example.com/a"]}]', 'not local'],
    ['openapi: {path: "https://example.com/a.json"}', 'not local'],
    ['generators: [exec.yaml]', 'external plugins disabled'],
    ['transformers: [container.yaml]', 'external plugins disabled'],
    ['helmCharts: [{name: a, repo: "https://example.com"}]', 'must specify --enable-helm'],
    ['resources: [.]', 'cycle detected'],
    ['resources: [folder/up]', 'cycle detected'],
    ['resources: [../..]', 'outside of the project'],
    ['resources: [link.yaml]', 'does not exist'],
    ['configMapGenerator: [{name: a, files: [/etc/passwd]}]', 'outside of the project'],
    ['resources: [pipe]', 'not a regular file'],
    ['resources: [huge.yaml]', 'has more than 16777216 bytes'],
    ['resources: [laughs.yaml]', 'excessive aliasing'],
    [
      `resources: [map.yaml]\npatches:\n- patch: |\n    ${`${configMap}data:\n${laughs}`.replaceAll('\n', '\n    ')}`,
      'excessive aliasing',
    ],
    ['resources: [endless.yaml]', 'excessive aliasing'],
    ['', 'kustomization.yaml is empty'],
  ])('%j is refused', async (kustomization, message) => {
    const files = {
      'exec.yaml': functionOf('exec: {path: ./a.sh}'),
      'container.yaml': functionOf('container: {image: a}'),
      'laughs.yaml': `${configMap}data:\n${laughs}`,
      'endless.yaml': `${configMap}data: &a {b: *a}`,
    };
    const { problem } = await build({ ...files, 'kustomization.yaml': kustomization });
    expect(problem).toMatchObject({ code: 'kustomize', message: expect.stringContaining(message) });
  });

  it('of a folder that does not exist, and below a root that is relative, are refused', async () => {
    expect((await build({}, 'nowhere')).problem?.message).toContain('does not exist');
    expect((await build({}, '../..')).problem?.message).toContain('unable to find one of');
    const relative = await helper.ask({ operation: 'kustomize', root: '.', folder: '.' });
    expect(relative.problem?.message).toContain('not an absolute path');
  });
});

describe.skipIf(path === undefined)('lines', () => {
  it.each([
    ['{', 0, 'bad-request'],
    ['[]', 0, 'bad-request'],
    ['{"id":5}', 5, 'bad-request'],
    ['{"id":6,"operation":"nothing"}', 6, 'bad-request'],
    ['{"id":7,"operation":"object","object":1}', 7, 'bad-request'],
    ['{"id":8,"operation":"object"', 8, 'bad-request'],
    [`{"id":9,"operation":"object","object":"${'x'.repeat(33 << 20)}"}`, 9, 'bad-request'],
  ])('%.60s has a response', async (line, id, code) => {
    const raw = await startRawHelper(path!);
    const response = JSON.parse((await raw.send(line))!) as { id: number; problem: { code: string } };
    expect(response).toMatchObject({ id, problem: { code } });
    raw.end();
  });

  it('that are random have a response too', async () => {
    const { failures, sorts } = await fuzzHelper(path!, { seed, inputs: runs(2000) });
    expect(failures.map(({ index, reason }) => `--seed ${seed} --from ${index}: ${reason}`)).toEqual([]);
    // Otherwise, the inputs would only try the parser.
    for (const sort of ['accepted', 'refused', 'kustomize', 'invalid-crd']) expect(sorts[sort]).toBeGreaterThan(20);
  });
});
