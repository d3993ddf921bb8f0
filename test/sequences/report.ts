import type { Problem } from './problem.js';
import type { SequencesReport } from './sequences.js';
import { isUserEdit } from './user.js';

/** The report as lines: the totals as a table, then what went wrong. */
export function reportText({ totals, problems }: SequencesReport): string {
  const width = Math.max(...totals.map(([what]) => what.length));
  const table = totals.map(([what, much]) => `${what.padEnd(width)}  ${much}`);
  const verdict = problems.length === 0 ? ['all is well'] : problems.map(problemText);
  return [...table, ...verdict, ''].join('\n');
}

/** What to type, and what is wrong then. */
function problemText({ lines, what }: Problem): string {
  return ['', ...lines.map((line) => (isUserEdit(line) ? line : `operator-gen ${line}`)), `WRONG: ${what}`].join('\n');
}
