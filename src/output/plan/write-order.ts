import { projectFile } from '../../project/paths.js';
import { stateFile } from './leftovers.js';
import type { PlannedFile } from './plan.js';

/**
 * Sorts changes into the order in which they are carried out. If an interrupted run is never recovered, its command
 * can be run again: PROJECT says that everything is done, so it is written last, after the record of what was written.
 * Files are removed after others were written, so that a file that moves is always at one of its two paths.
 */
export function inWriteOrder<T extends Pick<PlannedFile, 'path' | 'action'>>(changes: readonly T[]): readonly T[] {
  return changes.toSorted((one, other) => rank(one) - rank(other));
}

function rank({ path, action }: Pick<PlannedFile, 'path' | 'action'>): number {
  if (path === projectFile) return 3;
  if (path === stateFile) return 2;
  return action === 'delete' ? 1 : 0;
}
