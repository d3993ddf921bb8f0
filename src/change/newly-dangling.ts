import { posix } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { overlay } from '../io/overlay.js';
import type { Plan } from '../plan/plan.js';
import { danglingEntries } from './dangling-entries.js';

/** Reports entries of kustomizations whose files a plan deletes or moves: those that the user has moved to other kustomizations. */
export function newlyDangling(host: Host, root: string, { files }: Plan): readonly Diagnostic[] {
  const isGone = files.some(({ path, action }) => path.startsWith('config/') && action === 'delete');
  if (!isGone) return [];
  const then = overlay(host, new Map(files.map(({ path, after }) => [posix.join(root, path), after])));
  const entryOf = ({ message, position }: Diagnostic): string => `${position?.file}: ${message}`;
  const known = new Set(danglingEntries(host, root).map(entryOf));
  return danglingEntries(then, root).filter((each) => !known.has(entryOf(each)));
}
