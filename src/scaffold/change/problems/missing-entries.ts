import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { danglingEntries } from '../kustomizations/dangling-entries.js';
import type { PlannedChange } from '../planned-change.js';

/** Reports entries of kustomizations whose files a plan deletes or moves: those that the user has moved to other kustomizations. */
export function newlyDangling({ before, after, root, files }: PlannedChange): readonly Diagnostic[] {
  const isGone = files.some(({ path, action }) => path.startsWith('config/') && action === 'delete');
  if (!isGone) return [];
  const entryOf = ({ message, position }: Diagnostic): string => `${position?.file}: ${message}`;
  const known = new Set(danglingEntries(before.host, root).map(entryOf));
  return danglingEntries(after.host, root).filter((each) => !known.has(entryOf(each)));
}
