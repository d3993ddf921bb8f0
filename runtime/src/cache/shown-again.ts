import type { KubernetesObject } from '../api/object.js';
import { deepEqual } from '../json/deep-equal.js';
import type { Shared } from './cache-event.js';

/**
 * Reports whether an object is shown as it is known. A version comes again with other contents where etcd was restored, so
 * contents of one version are compared; what is nested too deep to be compared counts as changed.
 */
export function isShownAgain<T extends KubernetesObject>(known: Shared<T> | undefined, object: Shared<T>): boolean {
  if (known?.metadata.resourceVersion !== object.metadata.resourceVersion) return false;
  try {
    return deepEqual(known, object);
  } catch {
    return false;
  }
}
