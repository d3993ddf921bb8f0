import { posix } from 'node:path';
import { listCode } from '../../../language/analyze/sources.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { registeredTwice } from '../../../output/generate/unserved-webhooks.js';
import { servedKinds } from '../edited-code/exported-names.js';
import type { PlannedChange } from '../planned-change.js';

/** Reports webhooks that a plan registers, and that code of the user registers already: the operator would not start. */
export async function newlyRegistered(change: PlannedChange): Promise<readonly Diagnostic[]> {
  const { root, files } = change;
  const fresh = files.filter(({ before = '', after = '' }) => servedKinds(after).length > servedKinds(before).length);
  if (fresh.length === 0) return [];
  const kinds = new Set(fresh.flatMap(({ after = '' }) => servedKinds(after)));
  const paths = new Set(fresh.map(({ path }) => posix.join(root, path)));
  // Reading what code serves takes the compiler.
  const isPossible = listCode(change.after.host, root).some(
    ({ path, text }) => !paths.has(path) && servedKinds(text).some((kind) => kinds.has(kind)),
  );
  if (!isPossible) return [];
  const twice = registeredTwice((await change.after.uses()).served);
  if (twice.length === 0) return [];
  const known = new Set(registeredTwice((await change.before.uses()).served).map(({ message }) => message));
  return twice.filter(({ message }) => !known.has(message));
}
