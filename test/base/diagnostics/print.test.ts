import { expect, test } from 'vitest';
import { diagnostic, type Diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import { plain, styleFor } from '../../../src/base/diagnostics/print-style.js';
import { printDiagnostics, type PrintOptions } from '../../../src/base/diagnostics/print.js';

const sources: Record<string, string> = {
  'src/a.ts': 'export class A {\n\treplicas: number;\n}\n',
  'src/wide.ts': "const 名前 = '値'; // 🎉 done\r\nconst two = 2;\r\n",
};

const options: PrintOptions = { style: plain, source: (file) => sources[file], place: (file) => file };

const problem = (
  file: string,
  line: number,
  column: number,
  rest: Partial<Diagnostic> = {},
  length = 1,
): Diagnostic => ({
  ...diagnostic('missing-file', { path: 'x', fix: 'fix it' }),
  message: 'broken',
  help: 'mend it',
  position: { file, line, column, length },
  ...rest,
});

test('a problem is shown with its place, its line of source, carets under the span and the remedy', () => {
  expect(printDiagnostics([problem('src/a.ts', 1, 14, {}, 1)], options)).toBe(
    [
      'src/a.ts:1:14 - error missing-file: broken',
      '  1 | export class A {',
      '    |              ^',
      '  help: mend it',
      '',
      '1 error',
      '',
    ].join('\n'),
  );
});

test('carets fit below a line that begins with a tab', () => {
  expect(printDiagnostics([problem('src/a.ts', 2, 12, {}, 6)], options)).toContain(
    '  2 |     replicas: number;\n    |               ^^^^^^\n',
  );
});

test('carets fit below characters that take two columns or none', () => {
  const text = "const 名前 = '値'; // 🎉 done";
  const below = (word: string) => {
    const shown = printDiagnostics([problem('src/wide.ts', 1, text.indexOf(word) + 1, {}, word.length)], options);
    return /\| ( *)(\^+)\n/
      .exec(shown)
      ?.slice(1)
      .map((part) => part.length);
  };
  expect(below('名前')).toEqual([6, 4]);
  expect(below('値')).toEqual([14, 2]);
  expect(below('done')).toEqual([25, 4]);
});

test('a span that goes past the end of its line stops there', () => {
  expect(printDiagnostics([problem('src/a.ts', 3, 1, {}, 50)], options)).toContain('  3 | }\n    | ^\n');
});

test('a file that is gone, or a line that it does not have, costs only the code frame', () => {
  const shown = printDiagnostics([problem('src/gone.ts', 4, 2), problem('src/a.ts', 400, 2)], options);
  expect(shown).toBe(
    [
      'src/a.ts:400:2 - error missing-file: broken\n  help: mend it',
      'src/gone.ts:4:2 - error missing-file: broken\n  help: mend it',
      '2 errors\n',
    ].join('\n\n'),
  );
});

test('problems are sorted by file, line and column, and counted', () => {
  const shown = printDiagnostics(
    [
      problem('src/b.ts', 1, 1, { severity: 'warning' }),
      problem('src/a.ts', 10, 1),
      problem('src/a.ts', 2, 9),
      problem('src/a.ts', 2, 1),
      diagnostic('missing-flag', { command: 'init', flags: ['--x'] }),
    ],
    options,
  );
  const heads = shown.split('\n').filter((line) => / (?:error|warning) |^error /.test(line) && !line.startsWith(' '));
  expect(heads.map((line) => line.split(' ')[0])).toEqual([
    'error',
    'src/a.ts:2:1',
    'src/a.ts:2:9',
    'src/a.ts:10:1',
    'src/b.ts:1:1',
  ]);
  expect(shown.trimEnd().split('\n').at(-1)).toBe('4 errors, 1 warning');
});

test('notes are counted after errors and warnings', () => {
  const notes = [1, 2].map((line) => problem('src/a.ts', line, 1, { severity: 'note' }));
  const shown = printDiagnostics(
    [...notes, problem('src/a.ts', 3, 1, { severity: 'warning' }), problem('src/a.ts', 4, 1)],
    options,
  );
  expect(shown).toContain('src/a.ts:1:1 - note missing-file: broken');
  expect(shown.trimEnd().split('\n').at(-1)).toBe('1 error, 1 warning, 2 notes');
});

test('of too many, notes are left out first', () => {
  const many = Array.from({ length: 1001 }, (_, index) =>
    problem('src/gone.ts', index + 2, 1, { severity: 'warning' }),
  );
  const shown = printDiagnostics([problem('src/gone.ts', 1, 1, { severity: 'note' }), ...many], options);
  expect(shown).not.toContain(' - note ');
  expect(shown).toContain('... and 2 more;');
});

test('control characters can neither move the cursor nor reorder the text', () => {
  sources['src/evil.ts'] = 'a\u001b[2Jb\u202e';
  const evil = 'one\u001b[31m\ntwo\u0000\u202e\u009b';
  const shown = printDiagnostics([problem('src/evil.ts', 1, 7, { message: evil, help: evil })], options);
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(shown).toContain('error missing-file: one\\u001b[31m\\ntwo\\u0000\\u202e\\u009b\n');
  expect(shown).toContain('a\u241b[2Jb\ufffd\n    |       ^\n');
});

test.each([
  ['error', 31],
  ['warning', 33],
  ['note', 36],
] as const)('%s has its own color', (severity, color) => {
  const style = styleFor({ isTTY: true }, {}, true);
  const shown = printDiagnostics([problem('src/gone.ts', 1, 1, { severity })], { ...options, style });
  expect(shown).toContain(`\u001b[${color}m${severity}\u001b[39m missing-file`);
});

test('the severity, the place and the carets are colored where the style colors', () => {
  const style = styleFor({ isTTY: true }, {}, true);
  const shown = printDiagnostics([problem('src/a.ts', 1, 14)], { ...options, style });
  expect(shown).toContain('\u001b[36msrc/a.ts:1:14\u001b[39m - \u001b[31merror\u001b[39m missing-file');
  expect(shown).toContain('\u001b[31m^\u001b[39m');
});

test.each([
  ['a terminal', { isTTY: true }, {}, true, true],
  ['no terminal', {}, {}, true, false],
  ['NO_COLOR on a terminal', { isTTY: true }, { NO_COLOR: '1' }, true, false],
  ['an empty NO_COLOR', { isTTY: true }, { NO_COLOR: '' }, true, true],
  ['FORCE_COLOR without a terminal', {}, { FORCE_COLOR: '1' }, true, true],
  ['FORCE_COLOR=0 on a terminal', { isTTY: true }, { FORCE_COLOR: '0' }, true, false],
  ['FORCE_COLOR over NO_COLOR', {}, { FORCE_COLOR: '1', NO_COLOR: '1' }, true, true],
  ['a dumb terminal', { isTTY: true }, { TERM: 'dumb' }, true, false],
  ['--no-color over all', { isTTY: true }, { FORCE_COLOR: '1' }, false, false],
])('color: %s', (_name, stream, env, allowed, colored) => {
  expect(styleFor(stream, env, allowed)('red', 'x') !== 'x').toBe(colored);
});
