import type { MergeProblem } from '../../../base/merge/merge-file.js';

const remedies = { add: 'add this', remove: 'remove this', replace: 'put this in its place' } as const;

/** Returns how a change that could not be merged is made by hand, in the imperative. */
export function remedyFor({ kind, lines }: Pick<MergeProblem, 'kind' | 'lines'>): string {
  return lines.length === 0 ? 'make the change by hand' : remedies[kind];
}

/** Returns what is wrong, as a part of a sentence. */
export function reasonOf({ where, reason }: MergeProblem): string {
  return `${where === '' ? 'it' : where} ${reason}`;
}
