import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compare, entriesFor, type KnownProblem } from '../../../src/cli/commands/check/baseline.js';
import { parseBaseline, printBaseline, shrinkBaseline } from '../../../src/cli/commands/check/baseline-file.js';
import type { Change } from '../../../src/features/compatibility/change.js';
import { changeDiagnostic } from '../../../src/features/compatibility/explain-change.js';
import { diagnostic, DiagnosticsError, type Diagnostic } from '../../../src/base/diagnostics/diagnostic.js';

const problem = (path: string, line = 1, reason = 'r'): Diagnostic =>
  diagnostic('unreadable-file', { path, reason }, { file: `${path}.yaml`, line, column: 1 });
const entries = (...problems: readonly Diagnostic[]) => entriesFor(problems, [], []);

describe('the comparison', () => {
  test('finds a problem where lines have moved, and what is new', () => {
    const known = entries(problem('a', 3), problem('b'));
    expect(compare(known, [problem('a', 30), problem('c')])).toEqual({
      unknown: [problem('c')],
      known: 1,
      left: [1, 0],
    });
  });

  test('ignores numbers of lines in messages', () => {
    const known = entries(problem('a', 1, 'line 3, column 4'));
    expect(compare(known, [problem('a', 1, 'line 5, column 6')]).unknown).toEqual([]);
  });

  test('counts: one more than before is reported', () => {
    const known = entries(problem('a', 1), problem('a', 2));
    expect(known).toMatchObject([{ count: 2 }]);
    const { unknown, left } = compare(known, [problem('a', 1), problem('a', 2), problem('a', 3)]);
    expect([unknown, left]).toEqual([[problem('a', 3)], [2]]);
  });

  test('does not hide what is about the run, and notes', () => {
    const failed = diagnostic('upstream-failed', { reason: 'r', variable: 'v' });
    const note = diagnostic('kustomization-not-built', { file: 'k', folder: '.', reason: 'r', needs: 'Helm' });
    expect(entries(failed, note)).toEqual([]);
    const forged = [failed, note].map(({ code, message }) => ({ code, message }));
    expect(compare(forged, [failed, note]).unknown).toEqual([failed, note]);
  });

  test('finds each problem of a run in the baseline of the run', () => {
    const places = fc.record({ path: fc.string(), line: fc.integer({ min: 1, max: 9 }), reason: fc.string() });
    fc.assert(
      fc.property(fc.array(places), (all) => {
        const found = all.map(({ path, line, reason }) => problem(path, line, reason));
        const read = parseBaseline('b.yaml', printBaseline(entriesFor(found, [], []))).entries;
        const { unknown, known, left } = compare(read, found);
        expect([unknown, known]).toEqual([[], found.length]);
        expect(left).toEqual(read.map(({ count = 1 }) => count));
      }),
    );
  });
});

describe('a break', () => {
  const change = (more: Partial<Change>): Change => ({
    rule: { id: 'rule-added', what: 'values must satisfy an additional rule', breaks: 'ratcheted' },
    ...{ crd: 'foos.example.com', kind: 'Foo', version: 'v1', path: 'spec.a', crdPath: '' },
    ...more,
  });
  const broken = (more: Partial<Change>, example?: string): Diagnostic =>
    changeDiagnostic({ change: change(more), severity: 'error', position: undefined, example });
  const knows = (old: Diagnostic, now: Diagnostic): boolean =>
    compare(parseBaseline('b.yaml', printBaseline(entries(old))).entries, [now]).known === 1;

  test('is the same one with another example, and without one', () => {
    const [one, other, none] = [
      broken({ after: 'x' }, '{"a":1}'),
      broken({ after: 'x' }, '{"a":2}'),
      broken({ after: 'x' }),
    ];
    expect(one.message).toContain('{"a":1}');
    for (const now of [one, other, none]) expect([knows(one, now), knows(none, now)]).toEqual([true, true]);
  });

  const long = `self.${'a'.repeat(100)}`;

  test.each([
    ['a rule that the message cuts', { after: `${long} < 10` }, { after: `${long} < 5` }],
    ['a pattern that the message cuts', { before: 'x', after: `${long}{9}` }, { before: 'x', after: `${long}{5}` }],
    ['an old value that the message cuts', { before: [long, 'a'] }, { before: [long, 'b'] }],
    ['a value like a position', { after: 'a:10:20' }, { after: 'a:10:5' }],
    ['a value like a line', { after: 'line 20' }, { after: 'line 5' }],
  ])('is another one with another value: %s', (_, old, now) => {
    expect([knows(broken(old), broken(old)), knows(broken(old), broken(now))]).toEqual([true, false]);
  });

  test('has no hash if the message shows its values', () => {
    expect(entries(broken({ before: 10, after: 5 }))[0]).not.toHaveProperty('values');
  });
});

const full: readonly KnownProblem[] = [
  { code: 'b-c', file: 'z.yaml', message: 'm', count: 3, reason: 'later' },
  { code: 'a-b', file: 'a.yaml', message: '# "quoted": {x}\u001b\n' },
  { code: 'a-b', message: 'no file' },
];

describe('the file', () => {
  const text = printBaseline(full);

  test('has one line for each problem, sorted, and can be read again', () => {
    expect(text.split('\n').filter((line) => line.startsWith('  - '))).toHaveLength(3);
    expect(parseBaseline('b.yaml', text).entries).toEqual([full[2], full[1], full[0]]);
    expect(printBaseline(full.toReversed())).toBe(text);
  });

  test('keeps reasons when it is written again', () => {
    const [entry] = entries(problem('a'));
    const again = entriesFor([problem('a')], [{ ...entry!, reason: 'because' }], []);
    expect(again).toMatchObject([{ reason: 'because' }]);
  });

  test('keeps entries that were not looked for, unless their problem was found', () => {
    const [one, other] = [entries(problem('a'))[0]!, entries(problem('b'))[0]!];
    const written = entriesFor([problem('a'), problem('a')], [], [one, other]);
    expect(written).toEqual([{ ...one, count: 2, reason: undefined }, other]);
  });

  test('shrinks by lines: comments and other entries stay', () => {
    const commented = text.replace('  - { code: b-c', '  # mine\n  - { code: b-c');
    const shrunk = shrinkBaseline(parseBaseline('b.yaml', commented), [1, 0, 2]);
    const expected = commented.split('\n').filter((line) => !line.includes('quoted'));
    expect(shrunk).toBe(expected.join('\n').replace('count: 3', 'count: 2'));
    expect(shrinkBaseline(parseBaseline('b.yaml', text), [1, 1, 1])).toBe(text.replace(', count: 3', ''));
    expect(shrinkBaseline(parseBaseline('b.yaml', text), [0, 0, 0])).toContain('problems: []');
  });
});

function problemsOf(text: string): readonly Diagnostic[] {
  try {
    parseBaseline('b.yaml', text);
    return [];
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics;
    throw error;
  }
}

describe('a hostile file', () => {
  const cases = [
    ['is empty', '', 1, 'no list'],
    ['is a list', '- a\n', 1, 'no list'],
    ['is broken', 'problems: [\n', 2, ''],
    ['has two documents', 'problems: []\n---\nproblems: []\n', 2, ''],
    ['has no problems', 'x: 1\n', 1, 'problems is missing'],
    ['has a wrong entry', 'problems:\n- 1\n', 2, 'must be'],
    ['has a wrong count', 'problems:\n- {code: a,\n   message: m, count: -1}\n', 3, 'count must be'],
    ['has an unknown field', 'problems:\n- {code: a, message: m, lines: 1}\n', 2, 'lines is not a known field'],
    ['hides an internal error', 'problems:\n- {code: internal-error, message: m}\n', 2, 'always reported'],
    ['has an alias bomb', `a: &a [1]\n${'b: &b [*a,*a]\n'.repeat(200)}`, 52, ''],
    ['is deep', `problems: ${'['.repeat(2000)}`, 1, 'nested'],
  ] as const;

  it.each(cases)('%s', (_, text, line, reason) => {
    const [first] = problemsOf(text);
    expect(first).toMatchObject({ code: 'invalid-baseline', position: { file: 'b.yaml', line } });
    expect(first?.message).toContain(reason);
  });
});
