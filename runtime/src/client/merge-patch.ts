import type { KubernetesObject } from '../api/object.js';
import { clone } from '../json/copy.js';
import { deepEqual } from '../json/deep-equal.js';
import { isJsonObject } from '../json/json-object.js';
import { refuseInexactPatch } from '../json/parse-json.js';

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
      `${before.metadata?.name ?? 'the object'} was not read: it has no resource version to hold on to`,
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
  const [left, right] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const changes = [...new Set([...left.keys(), ...right.keys()])].flatMap((key): [string, unknown][] => {
    const [old, now] = [left.get(key), right.get(key)];
    if (deepEqual(old, now)) return [];
    if (now === undefined) return [[key, null]];
    return [[key, isJsonObject(old) && isJsonObject(now) ? mergePatch(old, now) : now]];
  });
  // Not by assignment: a field may be called `__proto__`.
  return Object.fromEntries(changes);
}
