import { describe, expect, it } from 'vitest';
import { deployedLines } from '../../../src/features/adopt/report/deployed-digest.js';
import { diagnostic } from '../../../src/features/adopt/reporting.js';
import type { Diagnostic } from '../../../src/base/diagnostics/diagnostic.js';

const at = (file: string) => ({ file, line: 1, column: 1 });
const changed = (path: string, count: number): readonly Diagnostic[] =>
  Array.from({ length: count }, (_, index) =>
    diagnostic('config-changed', { path, what: `with --a${index}` }, at(path)),
  );
const role = (name: string, change: string): Diagnostic =>
  diagnostic('role-differs', { role: `Role ${name}`, change }, at('config/rbac/role.yaml'));
const differs = (path: string): Diagnostic =>
  diagnostic('generated-differs', { path, count: 1, differences: '' }, at(path));
const granted = (path: string, count: number): readonly Diagnostic[] =>
  Array.from({ length: count }, (_, index) =>
    diagnostic('permission-added', { path, what: `get on kind${index}` }, at(path)),
  );

/** A line in few words. */
const short = (line: string): string =>
  line
    .replace(/ is written with --/, ' ')
    .replace(/ differs from that of the Go project; differences: 1/, ' differs')
    .replace(/ has another permission than the Go operator: get on /, ' ');

describe('the lines about what is deployed', () => {
  it.each<readonly [what: string, found: readonly Diagnostic[], room: number, lines: readonly string[]]>([
    [
      'have each file, and the rest of the first ones',
      [...changed('a.yaml', 4), ...changed('b.yaml', 3), differs('c.yaml')],
      5,
      ['c.yaml differs', 'a.yaml a0', 'a.yaml a1', 'a.yaml a2', 'b.yaml a0', 'and 3 more: 1 of a.yaml, 2 of b.yaml'],
    ],
    [
      'have each role of a file, those that lose something first',
      [role('a', 'gains 1 permission'), ...changed('a.yaml', 1), role('b', 'loses 1 of 2 permissions')],
      2,
      ['Role b loses 1 of 2 permissions', 'Role a gains 1 permission', 'a.yaml a0'],
    ],
    [
      'have one for the permissions of all controllers',
      [...granted('a.ts', 2), ...granted('b.ts', 2), ...changed('a.yaml', 1)],
      3,
      ['a.yaml a0', 'a.ts kind0', 'a.ts kind1', 'and 2 more: 2 of the added permissions'],
    ],
    [
      'have more than there is room for, if there are more objects',
      ['a', 'b', 'c'].map(differs),
      1,
      ['a differs', 'b differs', 'c differs'],
    ],
    ['have one more instead of its number', changed('a.yaml', 3), 2, ['a.yaml a0', 'a.yaml a1', 'a.yaml a2']],
    ['have a message once', [differs('a'), differs('a')], 3, ['a differs']],
    ['are none without differences', [], 3, []],
  ])('%s', (_what, found, room, lines) => {
    expect(deployedLines(found, room).map(short)).toEqual(lines);
  });
});
