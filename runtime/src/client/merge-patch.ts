import type { KubernetesObject } from '../api/object.js';
import { clone } from '../json/copy.js';
import { deepEqual } from '../json/deep-equal.js';
import { isJsonObject, type JsonObject } from '../json/json-object.js';
import { checkLevel } from '../json/limits.js';
import { refuseInexactPatch } from '../json/parse-json.js';

/** Options of `mergeFrom`. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#MergeFromOptions */
export interface MergeFromOptions {
  /** Whether the patch causes a conflict if the object has changed since it was read. */
  readonly optimisticLock?: boolean | undefined;
}

/** Computes a patch from the modified object at the time it is sent. */
export type PatchSource = (modified: KubernetesObject) => object;

/**
 * Returns a merge patch of all later changes to an object: call `const patch = mergeFrom(pod)`, change `pod`, then call
 * `client.patch(Pod, pod, patch)`. The patch contains only what has changed; lists are sent as a whole.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#MergeFrom
 * @throws TypeError if `optimisticLock` is set and the object has no resource version, and from `client.patch`, if the
 * patched object is another one
 */
export function mergeFrom(original: KubernetesObject, { optimisticLock }: MergeFromOptions = {}): PatchSource {
  const before = clone<KubernetesObject>(original);
  const version = before.metadata?.resourceVersion;
  if (optimisticLock && version === undefined) {
    throw new TypeError(
      `${before.metadata?.name ?? 'the object'} was not read: it has no resource version to hold on to; read it, or patch without optimisticLock`,
    );
  }
  return (modified) => {
    for (const field of ['namespace', 'name'] as const) {
      const [old, now] = [before.metadata?.[field], modified.metadata?.[field]];
      if (old === undefined || now === undefined || old === now) continue;
      const rule = 'call mergeFrom with the object that is patched, before it is changed';
      throw new TypeError(`patch ${now}: mergeFrom was called with ${old}: ${rule}`);
    }
    const patch = mergePatch(before, modified);
    refuseInexactPatch(modified, patch, `patch ${modified.metadata?.name ?? 'an object'}`);
    if (!optimisticLock) return patch;
    return { ...patch, metadata: { ...(patch as KubernetesObject).metadata, resourceVersion: version } };
  };
}

/**
 * Returns the merge patch that turns `before` into `after`: https://www.rfc-editor.org/rfc/rfc7396. A merge patch
 * cannot set a field to null, so such a field is omitted.
 */
export function mergePatch(before: object, after: object): object {
  // Uses one frame per level instead of recursion, because objects can be nested deeper than the stack. Each value is
  // visited once.
  const frames: Frame[] = [frameOf(before, after, '')];
  for (;;) {
    const frame = frames.at(-1)!;
    const next = frame.keys.pop();
    if (next !== undefined) {
      compareField(frame, next, frames);
      continue;
    }
    frames.pop();
    // Not an assignment, because a field can be called `__proto__`.
    const patch = Object.fromEntries(frame.changes);
    const parent = frames.at(-1);
    if (parent === undefined) return patch;
    if (frame.changes.length > 0) parent.changes.push([frame.key, patch]);
  }
}

/** Two objects that are being compared, and the changes found so far. */
interface Frame {
  readonly key: string;
  readonly old: JsonObject;
  readonly now: JsonObject;
  /** Keys that are still to be compared, in reverse order. */
  readonly keys: string[];
  readonly changes: [string, unknown][];
}

function frameOf(old: object, now: object, key: string): Frame {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].toReversed();
  return { key, old: old as JsonObject, now: now as JsonObject, keys, changes: [] };
}

function compareField(frame: Frame, key: string, frames: Frame[]): void {
  checkLevel(frames.length);
  const [old, now] = [ownField(frame.old, key), ownField(frame.now, key)];
  if (old === now) return;
  if (isJsonObject(old) && isJsonObject(now)) frames.push(frameOf(old, now, key));
  else if (!deepEqual(old, now)) frame.changes.push([key, now === undefined ? null : now]);
}

function ownField(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
