import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCases } from '../read-cases.js';
import type { TestCase } from '../test-case.js';
import type { ChainsawTest } from './model.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'chainsaw-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const header = 'apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nspec:\n';
const menu = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: menu }\n';
const oneStep = (operation: string): string => `  steps:\n  - try:\n    - ${operation}\n`;

function write(files: Readonly<Record<string, string>>): readonly TestCase[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return readCases(root, { root });
}

function read(spec: string, files: Readonly<Record<string, string>> = {}): TestCase {
  const more = Object.fromEntries(Object.entries(files).map(([path, text]) => [`one/${path}`, text]));
  return write({ 'one/chainsaw-test.yaml': `${header}${spec}`, ...more })[0]!;
}

function problemIn(spec: string, files?: Readonly<Record<string, string>>): string {
  const { problem } = read(spec, files);
  if (problem === undefined) return 'none';
  const { reason, message, place } = problem;
  return `${place.file.slice(root.length + 5)}:${place.line}:${place.column} ${reason}: ${message}`;
}

describe('the cases in a folder', () => {
  it('have either format, at any depth for chainsaw', () => {
    const test = `${header}  steps: []\n`;
    const cases = write({
      'a/00-menu.yaml': menu,
      'b/chainsaw-test.yml': test,
      'b/00-menu.yaml': menu,
      'c/d/chainsaw-test.yaml': test,
      'c/e/f/chainsaw-test.yaml': test,
      'g/00-menu.yaml': menu,
      'g/h/chainsaw-test.yaml': test,
      'node_modules/i/chainsaw-test.yaml': test,
    });
    const formats = cases.map(({ name, chainsaw }) => `${name} ${chainsaw === undefined ? 'kuttl' : 'chainsaw'}`);
    expect(formats).toEqual([
      'a kuttl',
      'b chainsaw',
      'c/d chainsaw',
      'c/e/f chainsaw',
      'g kuttl',
      'g/h chainsaw',
      'node_modules kuttl',
    ]);
    expect(readCases(join(root, 'b'), { root }).map(({ name }) => name)).toEqual(['b']);
    expect(readCases(root, { root, only: ['c/d'] }).map(({ name }) => name)).toEqual(['c/d']);
  });
});

it('the tests of one file have their own names', () => {
  const test = (metadata: string): string => `${header}  steps: []\n${metadata}---\n`;
  const cases = write({ 'one/chainsaw-test.yaml': `${test('metadata: { name: first }\n')}${test('')}` });
  expect(cases.map(({ name, problem }) => [name, problem])).toEqual([
    ['one/2', undefined],
    ['one/first', undefined],
  ]);
});

describe('a test', () => {
  const test = (spec: string, files?: Readonly<Record<string, string>>): ChainsawTest => {
    const { chainsaw, problem } = read(spec, files);
    expect(problem).toBeUndefined();
    return chainsaw!;
  };

  it('has the settings of its file', () => {
    expect(
      test('  skip: true\n  concurrent: false\n  namespace: own\n  skipDelete: true\n  steps: []\n'),
    ).toMatchObject({
      isSkipped: true,
      isConcurrent: false,
      namespace: 'own',
      skipDelete: true,
    });
  });

  it('inherits time limits and the policy of deletions', () => {
    const [first, second] = test(`  timeouts: { exec: 1m30s }
  deletionPropagationPolicy: Orphan
  steps:
  - timeouts: { exec: 2s, cleanup: 9s }
    try:
    - script: { content: "true" }
    - script: { content: "true", timeout: 3s }
  - deletionPropagationPolicy: Foreground
    try:
    - sleep: { duration: 500ms }
    - delete: { ref: { apiVersion: v1, kind: Pod }, deletionPropagationPolicy: Background }
`).steps;
    expect(first!.operations.map(({ seconds }) => seconds)).toEqual([2, 3]);
    expect([first!.cleanupSeconds, first!.propagation]).toEqual([9, 'Orphan']);
    expect(second!.operations).toMatchObject([
      { duration: 0.5, seconds: 90 },
      { propagation: 'Background', seconds: undefined },
    ]);
    expect(second!.propagation).toBe('Foreground');
  });

  it('reads the objects of files, in lists too, and gives them their places', () => {
    const spec = oneStep('apply: { file: "all/[ab]*.yaml" }');
    const files = {
      'all/a.yaml': menu,
      'all/b.yaml': `apiVersion: v1\nkind: List\nitems:\n- ${menu.replaceAll('\n', '\n  ')}`,
      'all/c.yaml': '[',
    };
    const [operation] = test(spec, files).steps[0]!.operations;
    const places = operation?.type === 'apply' ? operation.objects.map(({ kind, place }) => [kind, place.line]) : [];
    expect(places).toEqual([
      ['ConfigMap', 1],
      ['ConfigMap', 4],
    ]);
  });

  it('can use the outputs of an operation in those after it', () => {
    const step = (second: string): string =>
      `  steps:\n  - try:\n    - script: { content: a, outputs: [{ name: a, value: ($stdout) }] }\n    - ${second}\n`;
    expect(problemIn(step('assert: { resource: { ($a): b } }'))).toBe('none');
    expect(problemIn(step('assert: { resource: { ($b): b } }'))).toBe(
      'chainsaw-test.yaml:7:35 invalid: the expression ($b) is not valid: no binding is called $b',
    );
  });
});

describe('a test is refused', () => {
  it.each([
    ['  steps: []\n  failFast: true\n', '5:13 unsupported: failFast of the Test is not supported'],
    ['  steps: []\n  stages: []\n', '5:11 invalid: the Test has no field stages'],
    ['  skip: false\n', '4:3 invalid: the Test has no steps'],
    [oneStep('apply: { file: /tmp/a.yaml }'), '6:22 unsupported: a URL or an absolute path is not supported'],
    [oneStep('apply: { file: a.yaml }'), '6:22 invalid: a.yaml does not exist'],
    [oneStep('apply: {}'), '6:14 invalid: the operation has neither file nor resource'],
    [oneStep('apply: { resource: { a: b } }'), '6:26 invalid: the object has no kind'],
    [oneStep('apply: { resource: { a: b }, file: c }'), '6:14 invalid: the operation has both file and resource'],
    [oneStep('apply: { resource: a }'), '6:26 invalid: resource of the Test is not an object'],
    [oneStep('{}'), '6:7 invalid: the operation has no type'],
    [
      oneStep('{ sleep: { duration: 1s }, script: { content: a } }'),
      '6:16 invalid: the operation is both script and sleep',
    ],
    [oneStep('proxy: {}'), '6:14 unsupported: proxy of an operation is not supported'],
    [oneStep('compiler: cel'), '6:17 unsupported: compiler: cel of an operation is not supported'],
    [oneStep('sleep: { duration: 1 }'), '6:26 invalid: duration of the Test is not a string'],
    [oneStep('sleep: { duration: soon }'), '6:26 invalid: soon is not a duration'],
    [oneStep('sleep: {}'), '6:14 invalid: sleep has no duration'],
    [oneStep('command: { args: [a] }'), '6:16 invalid: the command has no entrypoint'],
    [oneStep('delete: {}'), '6:15 invalid: the operation has neither ref nor file'],
    [oneStep('delete: { ref: { kind: Pod } }'), '6:22 invalid: ref has no apiVersion or no kind'],
    [
      oneStep('delete: { ref: { apiVersion: v1, kind: ($kind) } }'),
      '6:46 invalid: the expression ($kind) is not valid: no binding is called $kind',
    ],
    [
      oneStep('delete: { deletionPropagationPolicy: Some, ref: { apiVersion: v1, kind: Pod } }'),
      '6:44 invalid: Some is not a policy',
    ],
    [oneStep('podLogs: {}'), '6:16 invalid: podLogs has neither name nor selector'],
    [
      oneStep('describe: { apiVersion: v1, kind: Pod, name: a, selector: b }'),
      '6:17 invalid: describe has both name and selector',
    ],
    [oneStep('describe: { kind: Pod }'), '6:17 invalid: describe has no apiVersion or no kind'],
    [oneStep('get: { apiVersion: v1, kind: Pod }'), '6:12 invalid: an operation has no field get'],
    [oneStep('wait: { apiVersion: v1, kind: Pod }'), '6:13 invalid: wait has no condition'],
    [oneStep('wait: { apiVersion: v1, kind: Pod, for: {} }'), '6:47 invalid: wait has no condition'],
    [
      oneStep('wait: { apiVersion: v1, kind: Pod, for: { condition: {} } }'),
      '6:60 invalid: the condition of wait has no name',
    ],
    [oneStep('assert: { resource: { a: ~.b } }'), '6:32 invalid: a value cannot begin with ~'],
    [oneStep('assert: { resource: { a: b -> c } }'), '6:32 invalid: a value cannot end with -> and a name'],
    [oneStep('assert: { resource: { (sum(a)): 1 } }'), '6:39 unsupported: the function sum is not supported'],
    [
      oneStep('script: { content: a, check: { ($stdout): 1 }, bindings: [{ name: a-b, value: 1 }] }'),
      '6:73 invalid: "a-b" is not a name of a binding',
    ],
    [
      oneStep('script: { content: a, bindings: [{ name: (a), value: 1 }] }'),
      '6:48 unsupported: a name with an expression is not supported',
    ],
    [oneStep('script: { content: a, outputs: [{ name: b, text: 1 }] }'), '6:56 invalid: an output has no field text'],
    ['  steps:\n  - catch:\n    - apply: { file: a }\n', '6:14 invalid: an operation has no field apply'],
    ['  steps:\n  - use: { template: a.yaml }\n', '5:22 invalid: a.yaml does not exist'],
    ['  steps:\n  - use: { template: a.yaml }\n    catch: []\n', '6:12 invalid: the step has both use and catch'],
  ])('%j', (spec, expected) => {
    expect(problemIn(spec)).toBe(`chainsaw-test.yaml:${expected}`);
  });

  it.each([
    ['apiVersion: chainsaw.kyverno.io/v1alpha2\nkind: Test\n', 'it is not a Test of chainsaw.kyverno.io/v1alpha1'],
    ['', 'it has no Test'],
    ['apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\n', 'the Test has no spec'],
  ])('%j', (text, expected) => {
    expect(write({ 'one/chainsaw-test.yaml': text })[0]!.problem?.message).toBe(expected);
  });

  it('with the place in the file of an object', () => {
    const assert = `${menu}data:\n  (k8s_get($client)): a\n`;
    expect(problemIn(oneStep('assert: { file: menu.yaml }'), { 'menu.yaml': assert })).toBe(
      'menu.yaml:5:23 unsupported: the function k8s_get is not supported',
    );
  });
});
