import type { MergeProblem } from '../../../base/merge/merge-file.js';

const remedies = { add: 'add this', remove: 'remove this', replace: 'put this in its place' } as const;

/** Returns how to make a change by hand that could not be merged, in the imperative. */
export function remedyFor({ kind, lines }: Pick<MergeProblem, 'kind' | 'lines'>): string {
  return lines.length === 0 ? 'make the change by hand' : remedies[kind];
}

/** Returns the problem as a part of a sentence. */
export function reasonOf({ where, reason }: MergeProblem): string {
  return `${where === '' ? 'it' : where} ${reason}`;
}
