import type { OwnerReference } from '../k8s/meta/v1.js';

/** Object that may have owners; frozen objects of the cache are accepted too. */
export interface Owned {
  readonly metadata?: { readonly ownerReferences?: readonly Readonly<OwnerReference>[] };
}

/** Returns the owners of an object. */
export function referencesOf(object: Owned): readonly Readonly<OwnerReference>[] {
  return object.metadata?.ownerReferences ?? [];
}

/**
 * Returns the reference to the controller of an object; undefined if it has none.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#GetControllerOf
 */
export function getControllerOf(object: Owned): Readonly<OwnerReference> | undefined {
  return referencesOf(object).find(({ controller }) => controller);
}

/**
 * Reports whether an object has a controller.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#HasControllerReference
 */
export function hasControllerReference(object: Owned): boolean {
  return getControllerOf(object) !== undefined;
}

/**
 * Reports whether the owner, identified by its uid, controls an object.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#IsControlledBy
 */
export function isControlledBy(object: Owned, owner: { readonly metadata: { readonly uid: string } }): boolean {
  return getControllerOf(object)?.uid === owner.metadata.uid;
}

/**
 * Returns the uid of an object's controller, as the values of a cache index, to find the objects of an owner without a
 * search. After `const byOwner = defineIndex(Pod, 'metadata.controller', indexByController)` and
 * `mgr.cache.addIndex(byOwner)`, call `mgr.client.list(Pod, { namespace, index: byOwner.equals(owner.metadata.uid) })`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#IndexerFunc
 */
export function indexByController(object: Owned): readonly string[] {
  const controller = getControllerOf(object);
  return controller === undefined ? [] : [controller.uid];
}
