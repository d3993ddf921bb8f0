import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { danglingEntries } from './dangling-entries.js';
import type { PlannedChange } from './planned-change.js';

/** Reports entries of kustomizations whose files a plan deletes or moves: those that the user has moved to other kustomizations. */
export function newlyDangling({ host, applied, root, files }: PlannedChange): readonly Diagnostic[] {
  const isGone = files.some(({ path, action }) => path.startsWith('config/') && action === 'delete');
  if (!isGone) return [];
  const entryOf = ({ message, position }: Diagnostic): string => `${position?.file}: ${message}`;
  const known = new Set(danglingEntries(host, root).map(entryOf));
  return danglingEntries(applied, root).filter((each) => !known.has(entryOf(each)));
}
