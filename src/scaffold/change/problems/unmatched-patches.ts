import { posix } from 'node:path';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { builtRoots } from '../../../output/kustomize/other-deployments.js';
import { unmatchedPatches } from '../../../output/kustomize/unmatched-patches.js';
import type { Host } from '../../../base/io/host.js';
import { walk } from '../../../base/io/walk.js';
import { readableIn } from '../../../project/readable.js';
import type { PlannedChange } from '../planned-change.js';

/** Reports patches in `config/` that change an object now, but none after a plan is applied. */
export function newlyUnmatched({ before, after, root, files }: PlannedChange): readonly Diagnostic[] {
  if (files.every(({ path, action }) => !path.startsWith('config/') || action === 'unchanged')) return [];
  const unmatched = unmatchedIn(after.host, root);
  if (unmatched.length === 0) return [];
  // The line of an entry can move.
  const patchOf = ({ message, position }: Diagnostic): string => `${position?.file}: ${message}`;
  const known = new Set(unmatchedIn(before.host, root).map(patchOf));
  return unmatched.filter((each) => !known.has(patchOf(each)));
}

function unmatchedIn(host: Host, root: string): readonly Diagnostic[] {
  const found = [...walk(host, posix.join(root, 'config'))].filter(({ kind }) => kind === 'file');
  const read = readableIn(host, root);
  const paths = found.map(({ path }) => posix.relative(root, path));
  return unmatchedPatches(builtRoots(paths, read), read);
}
