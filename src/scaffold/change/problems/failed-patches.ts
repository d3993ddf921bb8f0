import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { patchPosition } from '../../../output/kustomize/unmatched-patches.js';
import type { Host } from '../../../base/io/host.js';
import { buildKustomization } from '../../../output/kustomize/build.js';
import { kustomizations } from '../../../project/paths.js';
import { readableIn } from '../../../project/readable.js';

/**
 * Warns of JSON patches in `config/default` that a change breaks: it adds patches for lists that the user has removed
 * because they were empty.
 */
export function failedPatches(before: Host, after: Host, root: string): readonly Diagnostic[] {
  const [found, read] = unplacedIn(after, root);
  if (found.length === 0) return [];
  const known = new Set(unplacedIn(before, root)[0].map(({ reason }) => reason));
  return found
    .filter(({ reason }) => !known.has(reason))
    .map((each) => diagnostic('patch-without-place', { reason: each.reason }, patchPosition(each, read)));
}

function unplacedIn(host: Host, root: string) {
  const read = readableIn(host, root);
  const { unplaced } = buildKustomization(posix.dirname(kustomizations.default), read);
  return [unplaced, read] as const;
}
