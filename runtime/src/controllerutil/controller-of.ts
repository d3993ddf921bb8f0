import type { OwnerReference } from '../k8s/meta/v1.js';

/** An object that may have owners; it is only read, so the cache's own objects will do. */
export interface Owned {
  readonly metadata?: { readonly ownerReferences?: readonly Readonly<OwnerReference>[] };
}

/** The owners of an object. */
export function referencesOf(object: Owned): readonly Readonly<OwnerReference>[] {
  return object.metadata?.ownerReferences ?? [];
}

/**
 * The reference to the controller of an object; undefined where it has none.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#GetControllerOf
 */
export function getControllerOf(object: Owned): Readonly<OwnerReference> | undefined {
  return referencesOf(object).find(({ controller }) => controller);
}

/**
 * Whether an object has a controller.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#HasControllerReference
 */
export function hasControllerReference(object: Owned): boolean {
  return getControllerOf(object) !== undefined;
}

/**
 * Whether this very owner, by its uid, controls an object.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#IsControlledBy
 */
export function isControlledBy(object: Owned, owner: { readonly metadata: { readonly uid: string } }): boolean {
  return getControllerOf(object)?.uid === owner.metadata.uid;
}

/**
 * The uid of an object's controller, as the values of a cache index: what an owner controls is found without a look at all
 * that others do. After `mgr.cache.indexField(Pod, 'metadata.controller', indexByController)` it is
 * `mgr.client.list(Pod, { namespace, fieldSelector: `metadata.controller=${owner.metadata.uid}` })`.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#IndexerFunc
 */
export function indexByController(object: Owned): readonly string[] {
  const controller = getControllerOf(object);
  return controller === undefined ? [] : [controller.uid];
}
