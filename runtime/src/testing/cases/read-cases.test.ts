import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCases } from './read-cases.js';
import { readSuite } from './kuttl/read-suite.js';
import type { TestCase } from './test-case.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cases-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function read(files: Readonly<Record<string, string>>): TestCase {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'one', path)), { recursive: true });
    writeFileSync(join(root, 'one', path), text);
  }
  return readCases(root, { root, env: { WHERE: 'more' } })[0]!;
}

const menu = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: menu }\n';
const step = (fields: string): string => `apiVersion: kuttl.dev/v1beta1\nkind: TestStep\n${fields}\n`;
const selecting = (expression: string): string =>
  `apiVersion: kuttl.dev/v1beta1\nkind: TestFile\ntestRunSelector: { matchExpressions: [{ key: a, ${expression} }] }\n`;
const assertion = (fields: string): string => `apiVersion: kuttl.dev/v1beta1\nkind: TestAssert\n${fields}\n`;

describe('the steps of a case', () => {
  it('are in the order of their numbers, with the names of their files', () => {
    const { steps } = read({
      '10-last.yaml': menu,
      '2-first-one.yaml': menu,
      '02-assert.yaml': menu,
      '2-errors.yaml': menu,
    });
    expect(steps.map(({ index, name }) => `${index}-${name}`)).toEqual(['2-first-one', '10-last']);
    expect([steps[0]!.applies.length, steps[0]!.asserts.length, steps[0]!.errors.length]).toEqual([1, 1, 1]);
  });

  it('read the files that a TestStep names, with variables', () => {
    const { steps } = read({ '0-a.yaml': step('apply: [$WHERE/menu.yaml]\nassert: [more]'), 'more/menu.yaml': menu });
    expect(steps[0]!.applies.map(({ place }) => place)).toEqual([
      { file: join(root, 'one/more/menu.yaml'), line: 1, column: 1 },
    ]);
    expect(steps[0]!.asserts).toHaveLength(1);
  });

  it('have the place of each field', () => {
    const [found] = read({ '0-assert.yaml': `# Menu\n${menu}data:\n  soup: hot\n` }).steps[0]!.asserts;
    expect(found!.placeOf(['data', 'soup']).line).toBe(6);
    expect(found!.placeOf(['data', 'tea', 'sort']).line).toBe(6);
    expect(found!.placeOf(['spec']).line).toBe(2);
  });
});

describe('a case cannot run with', () => {
  it.each([
    ['YAML that is not valid', { '0-a.yaml': 'a: [\n' }, 2, /not valid YAML/],
    ['an object without a kind', { '0-a.yaml': 'apiVersion: v1\n' }, 1, /no kind/],
    ['a list', { '0-a.yaml': '- a\n' }, 1, /not an object/],
    ['a wrong type', { '0-a.yaml': step('apply: more') }, 3, /apply of the TestStep is not a list of strings/],
    ['a missing file', { '0-a.yaml': step('apply: [more.yaml]') }, 3, /more.yaml does not exist/],
    ['a TestAssert that is applied', { '0-a.yaml': assertion('timeout: 1') }, 1, /no effect in this file/],
    ['a time limit below 0', { '0-assert.yaml': assertion('timeout: -1') }, 3, /nothing would be checked/],
    ['two TestSteps', { '0-a.yaml': `${step('index: 0')}---\n${step('index: 0')}` }, 5, /two TestStep objects/],
    ['a command without words', { '0-a.yaml': step('commands: [{ timeout: 1 }]') }, 3, /neither command nor script/],
    ['an operator of a selector', { '0-assert.yaml': selecting('operator: Near') }, 3, /"Near" is not an operator/],
    ['an unknown file in a step', { '0-a/a.b.yaml': menu }, undefined, /not that of a file of a step/],
  ])('%s', (_, files, line, message) => {
    const { problem, steps } = read(files);
    expect(steps).toEqual([]);
    expect(problem).toMatchObject({ reason: 'invalid', message: expect.stringMatching(message) as string });
    expect(problem!.place.line).toBe(line);
  });

  it.each([
    ['a Go template', { '0-a.gotmpl.yaml': menu }],
    ['a URL', { '0-a.yaml': step('apply: [https://example.com/a.yaml]') }],
  ])('%s, which is not supported', (what, files) => {
    expect(read(files).problem).toMatchObject({
      reason: 'unsupported',
      message: `${what} is not supported`,
    });
  });

  it('a link to a file elsewhere', () => {
    const secret = mkdtempSync(join(tmpdir(), 'elsewhere-'));
    writeFileSync(join(secret, 'secret.yaml'), menu);
    read({ '1-a.yaml': menu });
    symlinkSync(join(secret, 'secret.yaml'), join(root, 'one/0-secret.yaml'));
    expect(readCases(root, { root })[0]!.problem!.message).toContain('outside of');
    rmSync(secret, { recursive: true });
  });

  it('a path to a file elsewhere', () => {
    expect(read({ '0-a.yaml': step('apply: [/etc/hostname]') }).problem!.message).toContain('outside of');
  });

  it('a file that is too large, or that ends never', () => {
    expect(read({ '0-a.yaml': `a: ${'x'.repeat(5 * 1024 * 1024)}` }).problem!.message).toContain('cannot be read');
  });

  it('aliases that stand for too much', () => {
    const lines = Array.from(
      { length: 12 },
      (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]`,
    );
    expect(read({ '0-a.yaml': `${menu}a0: &a0 [x]\n${lines.join('\n')}\n` }).problem!.message).toContain('aliases');
  });
});

it('warns of files and fields without an effect', () => {
  const { warnings } = read({ '0-assert.yml': menu, 'notes.txt': '', '1-a.yaml': step('aply: [a]'), 'README.md': '' });
  expect(warnings.map(({ message }) => message)).toEqual([
    '0-assert.yml is not a file of a step',
    'the field aply has no effect',
  ]);
});

describe('the file of a suite', () => {
  const suite = (fields: string) =>
    readSuite('kuttl-test.yaml', `apiVersion: kuttl.dev/v1beta1\nkind: TestSuite\n${fields}\n`, () => undefined);

  it('has the settings', () => {
    expect(
      suite('testDirs: [e2e]\nreportFormat: XML\nparallel: 4\ncommands: [{ command: make, background: true }]'),
    ).toMatchObject({
      testDirs: ['e2e'],
      reportFormat: 'xml',
      reportName: 'kuttl-report',
      parallel: 4,
      commands: [{ command: 'make', background: true }],
    });
  });

  it.each([
    ['startKIND: true', /startKIND is not supported/],
    ['timeout: -1', /timeout is -1/],
    ['reportFormat: html', /reportFormat is "html"/],
    ['ignoreFiles: ["[a"]', /the pattern "\[a" is not valid/],
  ])('is refused with %s', (fields, message) => {
    expect(() => suite(fields)).toThrow(message);
  });
});
