import { posix } from 'node:path';
import { DiagnosticsError, type Diagnostic } from '../diagnostics/diagnostic.js';
import { builtRoots } from '../generate/other-deployments.js';
import { unmatchedPatches } from '../generate/unmatched-patches.js';
import { FileRefused } from '../io/file-refused.js';
import type { Host } from '../io/host.js';
import { overlay } from '../io/overlay.js';
import { walk } from '../io/walk.js';
import type { Plan } from '../plan/plan.js';

/** Reports patches in `config/` that change no object after a plan is applied, and do now. */
export function newlyUnmatched(host: Host, root: string, { files }: Plan): readonly Diagnostic[] {
  const changed = files.filter(({ path, action }) => path.startsWith('config/') && action !== 'unchanged');
  if (changed.length === 0) return [];
  const then = overlay(host, new Map(changed.map(({ path, after }) => [posix.join(root, path), after])));
  const after = unmatchedIn(then, root);
  if (after.length === 0) return [];
  // The lines of an entry can move.
  const patchOf = ({ message, position }: Diagnostic): string => `${position?.file}: ${message}`;
  const before = new Set(unmatchedIn(host, root).map(patchOf));
  return after.filter((each) => !before.has(patchOf(each)));
}

function unmatchedIn(host: Host, root: string): readonly Diagnostic[] {
  const found = [...walk(host, posix.join(root, 'config'))].filter(({ kind }) => kind === 'file');
  const read = (path: string): string | undefined => readable(host, posix.join(root, path));
  const paths = found.map(({ path }) => posix.relative(root, path));
  return unmatchedPatches(builtRoots(paths, read), read);
}

/** Returns the text of a file; undefined for one that cannot be read, of whose objects nothing is said. */
function readable(host: Host, path: string): string | undefined {
  try {
    return host.read(path);
  } catch (error) {
    if (error instanceof DiagnosticsError || error instanceof FileRefused) return undefined;
    throw error;
  }
}
