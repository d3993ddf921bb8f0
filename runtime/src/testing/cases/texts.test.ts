import { describe, expect, it } from 'vitest';
import { expand, hasNamespace, splitWords } from './kuttl/expand.js';
import { parseFileName } from './kuttl/file-name.js';
import { matchesAny } from './kuttl/glob.js';
import { differences } from './matching/differences.js';
import { differenceText, printable, valueText } from './matching/show.js';
import { failureLines } from './reports/failure-lines.js';
import { junitReport } from './reports/junit.js';
import type { CaseResult } from './running/result.js';

it.each([
  ['00-assert.yaml', 'assert', 0, ''],
  ['7-ERRORS.yaml', 'errors', 7, ''],
  ['01-my-step.yaml', 'apply', 1, 'my-step'],
  ['01-folder', 'apply', 1, 'folder'],
  ['assert.yaml', 'assert', undefined, ''],
])('the name %s', (name, role, index, stepName) => {
  const found = parseFileName(name)!;
  expect(found).toMatchObject({ role, index });
  if (role === 'apply') expect(found.stepName).toBe(stepName);
});

it.each(['00-assert.yml', '00-a.b.yaml', 'README.md', '99999999999-a.yaml', '-a.yaml', ''])(
  'no step has the name %j',
  (name) => {
    expect(parseFileName(name)).toBeUndefined();
  },
);

it.each([
  ['$A-${B}', 'a-b'],
  ['$$A', '$A'],
  ['$NOT', ''],
  ['${}x', 'x'],
  ['a$', 'a$'],
  ['$ A', '$ A'],
  ['${A', 'A'],
  ['$1A', 'A'],
])('expands %s', (text, expanded) => {
  expect(expand(text, { A: 'a', B: 'b' })).toBe(expanded);
});

it.each([
  [`a 'b c' "d \\" e" f\\ g`, ['a', 'b c', 'd " e', 'f g']],
  [`'a\\b'`, ['a\\b']],
  ['a # b', ['a']],
  [`a '' "x"y`, ['a', '', 'xy']],
  ['  ', []],
])('splits %s into words', (line, words) => {
  expect(splitWords(line)).toEqual(words);
});

it.each([`a 'b`, 'a "b', 'a \\'])('does not split %s', (line) => {
  expect(() => splitWords(line)).toThrow(/is not closed|escapes nothing/);
});

it.each([
  [['get', '-n', 'a'], true],
  [['get', '-na'], true],
  [['get', '--namespace=a'], true],
  [['get', '--namespace', 'a'], true],
  [['get', '--namespace='], false],
  [['get', '--', '-n', 'a'], false],
  [['get', 'n'], false],
])('finds a namespace in %j: %s', (words, found) => {
  expect(hasNamespace(words)).toBe(found);
});

it.each([
  ['README*', 'README.md', true],
  ['*.md', 'a.yaml', false],
  ['a?c', 'abc', true],
  ['[a-c]x', 'bx', true],
  ['[^a-c]x', 'bx', false],
  ['\\*', '*', true],
  ['\\*', 'a', false],
  ['*a*a*a*a*a*a*a*a*a*b', 'a'.repeat(200), false],
])('the pattern %s matches %s: %s', (pattern, name, matched) => {
  expect(matchesAny(name, [pattern])).toBe(matched);
});

describe('a difference', () => {
  it.each([
    [{ a: 1 }, { a: 2 }, ['a: expected 1, actual 2']],
    [{ a: '1' }, { a: 1 }, ['a: expected "1", actual 1']],
    [{ a: null }, {}, ['a: expected null, actual nothing']],
    [{ a: [1] }, { a: [1, 2] }, ['a: expected 1 item, actual 2 items: [1,2]']],
    [{ a: [{ 'b/c': 1 }] }, { a: [{ 'b/c': 2, d: 3 }] }, ['a[0]["b/c"]: expected 1, actual 2']],
    [{ a: {} }, { a: { b: 1 } }, []],
    [{ a: [] }, { a: {} }, ['a: expected [], actual {}']],
    [{ toString: 1 }, {}, ['toString: expected 1, actual nothing']],
  ])('of %j and %j', (expected, actual, texts) => {
    expect(differences(expected, actual).map(differenceText)).toEqual(texts);
  });
});

it('does not let a value control the terminal', () => {
  expect(printable('a\u001b[31mb\tc\u202e')).toBe('a\\u001b[31mb\tc\\u202e');
  expect(valueText('\u009b'.repeat(100))).toHaveLength(72);
});

const failed: CaseResult = {
  name: 'a<b>',
  folder: '/cases/a',
  passed: false,
  seconds: 3,
  warnings: [],
  output: Array.from({ length: 50 }, (_, at) => `line ${at}`),
  steps: [
    { name: '0-a', seconds: 1, assertions: 1, failures: [] },
    {
      name: '1-b',
      seconds: 2,
      assertions: 2,
      limit: 2,
      failures: [
        {
          message: 'x & "y"\u0000',
          details: Array.from({ length: 40 }, (_, at) => `field ${at}`),
          place: { file: '/cases/a/f', line: 3 },
        },
      ],
    },
  ],
};

describe('a report', () => {
  it('has at most 20 lines about a case', () => {
    const lines = failureLines(failed, (file) => file.slice('/cases/'.length));
    expect(lines).toHaveLength(20);
    expect(lines.slice(0, 3)).toEqual([
      'FAIL a<b> (3.0 s)',
      '  step 1-b, given up after 2 s',
      '    x & "y"\u0000 (a/f:3)',
    ]);
    expect(lines.at(-1)).toContain('more lines');
  });

  it('shows the end of the output if there is room', () => {
    const [, second] = failed.steps;
    const short = { ...failed, steps: [{ ...second!, failures: [{ message: 'no', details: [] }] }] };
    expect(failureLines(short).slice(-2)).toEqual(['    line 48', '    line 49']);
  });

  it('is valid XML', () => {
    const text = junitReport({ name: 'suite', results: [failed], seconds: 3 }, 'step');
    expect(text).toContain('<testsuite name="suite" tests="2" failures="1" time="3.000">');
    expect(text).toContain('<testcase classname="a&lt;b&gt;" name="1-b" assertions="2" time="2.000">');
    expect(text).toContain('message="x &amp; &quot;y&quot;\ufffd"');
    expect(junitReport({ name: 'suite', results: [failed], seconds: 3 }, 'test').match(/<testcase /g)).toHaveLength(1);
  });

  it('has the cases that are skipped', () => {
    const skipped = { ...failed, name: 'later', passed: true, skipped: true, steps: [], seconds: 0 };
    const text = junitReport({ name: 'suite', results: [failed, skipped], seconds: 3 }, 'step');
    expect(text).toContain('<testsuite name="suite" tests="3" failures="1" skipped="1" time="3.000">');
    expect(text).toContain('name="later" assertions="0" time="0.000">\n      <skipped/>');
  });
});
