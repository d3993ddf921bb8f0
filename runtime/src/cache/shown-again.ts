import type { KubernetesObject } from '../api/object.js';
import { deepEqual } from '../json/deep-equal.js';
import type { Shared } from './cache-event.js';

/**
 * Reports whether an object is shown unchanged. After an etcd restore, a version can reappear with different content,
 * so the content of equal versions is compared; an object that is nested too deeply to compare counts as changed.
 */
export function isShownAgain<T extends KubernetesObject>(known: Shared<T> | undefined, object: Shared<T>): boolean {
  if (known?.metadata.resourceVersion !== object.metadata.resourceVersion) return false;
  try {
    return deepEqual(known, object);
  } catch {
    return false;
  }
}
