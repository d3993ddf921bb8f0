import { posix } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { buildKustomization } from '../kustomize/build.js';
import { kustomizations } from '../project/paths.js';
import { readable } from '../project/readable.js';

/**
 * Warns of JSON patches in `config/default` that had a place before a change and have none after it: patches that it adds, to lists
 * that the user has removed because they were empty.
 */
export function failedPatches(before: Host, after: Host, root: string): readonly Diagnostic[] {
  const found = failuresIn(after, root);
  if (found.length === 0) return [];
  const known = new Set(failuresIn(before, root).map(({ message }) => message));
  return found.filter(({ message }) => !known.has(message));
}

function failuresIn(host: Host, root: string): readonly Diagnostic[] {
  const folder = posix.dirname(kustomizations.default);
  const read = (path: string): string | undefined => readable((each) => host.read(each), posix.join(root, path));
  const { diagnostics } = buildKustomization(folder, read, undefined, [], 'patch-without-place');
  // Other parts can be what this reader of kustomizations does not evaluate.
  return diagnostics.filter(({ message }) => message.includes('there is nothing at /'));
}
