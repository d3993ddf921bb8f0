import type { KubernetesObject } from '../api/object.js';
import { clone } from '../json/copy.js';
import { deepEqual } from '../json/deep-equal.js';
import { isJsonObject, type JsonObject } from '../json/json-object.js';
import { checkLevel } from '../json/limits.js';
import { refuseInexactPatch } from '../json/parse-json.js';

/** What a patch depends on. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#MergeFromOptions */
export interface MergeFromOptions {
  /** The patch meets a conflict when somebody else has changed the object since it was read. */
  readonly optimisticLock?: boolean | undefined;
}

/** What a patch is made of at the moment it is sent: the object as it is to be. */
export type PatchSource = (modified: KubernetesObject) => object;

/**
 * A merge patch of what is changed in an object from now on: `const patch = mergeFrom(pod)`, change `pod`, then
 * `client.patch(Pod, pod, patch)`. Only what changed is sent, a list as a whole.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#MergeFrom
 * @throws TypeError when the version of an object that has none is to be held
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
    const patch = mergePatch(before, modified);
    refuseInexactPatch(modified, patch, `patch ${modified.metadata?.name ?? 'an object'}`);
    if (!optimisticLock) return patch;
    return { ...patch, metadata: { ...(patch as KubernetesObject).metadata, resourceVersion: version } };
  };
}

/**
 * The merge patch that makes `after` of `before`: https://www.rfc-editor.org/rfc/rfc7396. It has no word for a field that
 * is null: such a field is left out.
 */
export function mergePatch(before: object, after: object): object {
  // One frame for each level, and no recursion: objects may be nested deeper than the stack. Each value is looked at once.
  const frames: Frame[] = [frameOf(before, after, '')];
  for (;;) {
    const frame = frames.at(-1)!;
    const next = frame.keys.pop();
    if (next !== undefined) {
      compareField(frame, next, frames);
      continue;
    }
    frames.pop();
    // Not by assignment: a field may be called `__proto__`.
    const patch = Object.fromEntries(frame.changes);
    const parent = frames.at(-1);
    if (parent === undefined) return patch;
    if (frame.changes.length > 0) parent.changes.push([frame.key, patch]);
  }
}

/** Two objects that are being compared, and what was found so far. */
interface Frame {
  readonly key: string;
  readonly old: JsonObject;
  readonly now: JsonObject;
  /** What is still to be looked at, the last first. */
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
