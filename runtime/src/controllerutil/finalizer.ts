import type { KubernetesObject } from '../api/object.js';

/**
 * Adds a finalizer to an object, in place; the next update stores it.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#AddFinalizer
 * @returns whether it was missing
 */
export function addFinalizer(object: KubernetesObject, finalizer: string): boolean {
  if (containsFinalizer(object, finalizer)) return false;
  const metadata = (object.metadata ??= {});
  (metadata.finalizers ??= []).push(finalizer);
  return true;
}

/**
 * Removes a finalizer from an object, in place. A deleted object is gone once the removal of its last finalizer is
 * stored. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#RemoveFinalizer
 * @returns whether it was present
 */
export function removeFinalizer(object: KubernetesObject, finalizer: string): boolean {
  if (!containsFinalizer(object, finalizer)) return false;
  const metadata = object.metadata!;
  metadata.finalizers = metadata.finalizers!.filter((each) => each !== finalizer);
  return true;
}

/**
 * Reports whether an object has a finalizer.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#ContainsFinalizer
 */
export function containsFinalizer(
  object: { readonly metadata?: { readonly finalizers?: readonly string[] } },
  finalizer: string,
): boolean {
  return object.metadata?.finalizers?.includes(finalizer) === true;
}
