import type { KubernetesObject } from '../api/object.js';
import type { Stored } from '../client/stored.js';

/** What is done to an object before the cache keeps it, such as leaving out what nobody reads. May change it in place. */
export type Transform = <T extends KubernetesObject>(object: Stored<T>) => Stored<T>;

/**
 * Leaves out `metadata.managedFields`, which are about a third of an object and which nobody reads from a cache.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache#TransformStripManagedFields
 */
export const stripManagedFields: Transform = (object) => {
  delete object.metadata.managedFields;
  return object;
};
