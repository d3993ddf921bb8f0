import type { Mutant } from './instrument.js';
import { folderOf, grouped } from './sample.js';

const results = ['caught', 'survived', 'not executed', 'not decided'] as const;

/** What the tests say about a mutant. */
export interface Verdict {
  readonly id: number;
  readonly result: (typeof results)[number];
  /** Files of tests that were run, and the seconds that were estimated for them. */
  readonly files: readonly string[];
  readonly seconds: number;
  readonly failure?: string;
}

/** Returns a table with a row for each folder, the totals, and the mutants that no test caught. */
export function reportText(mutants: readonly Mutant[], verdicts: readonly Verdict[]): string {
  const byId = new Map(verdicts.map((each) => [each.id, each]));
  const row = (name: string, some: readonly Mutant[]): string => {
    const counts = results.map((result) => some.filter(({ id }) => byId.get(id)?.result === result).length);
    return [name.padEnd(32), some.length, ...counts].map((each) => String(each).padStart(6)).join('  ');
  };
  const folders = grouped(mutants, ({ path }) => folderOf(path));
  const left = mutants.filter(({ id }) => byId.has(id) && byId.get(id)!.result !== 'caught');
  return [
    `${'folder'.padEnd(32)}  sample  ${results.join('  ')}`,
    ...folders.map(([name, some]) => row(name, some)),
    row('all', mutants),
    '',
    ...left.map(
      (each) =>
        `${byId.get(each.id)!.result} #${each.id} ${each.path}:${each.start} ${each.kind}: ${oneLine(each.before)} -> ${oneLine(each.after ?? 'nothing')}`,
    ),
    '',
  ].join('\n');
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 100);
