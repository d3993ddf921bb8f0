import { parseApiVersion } from '../api/names.js';
import type { DeepReadonly, KubernetesObject } from '../api/object.js';
import { apiVersionOf, resourceInfo, type KindHandle } from '../api/resource.js';
import type { Stored, StoredMetadata } from '../client/stored.js';
import { defined } from '../json/defined.js';
import type { OwnerReference } from '../k8s/meta/v1.js';
import { getControllerOf, referencesOf, type Owned } from './controller-of.js';

/** Object that owns others: it is stored, so it has a uid. It is only read. */
export type Owner<T extends KubernetesObject> = Identified<T> | DeepReadonly<Identified<T>>;

type Identified<T> = T & { metadata: StoredMetadata };

/**
 * Options of a reference.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#OwnerReferenceOption
 */
export interface OwnerReferenceOptions {
  /**
   * Whether a foreground deletion of the owner waits until this object is gone. The operator may need the permission to
   * update the owner's `finalizers` subresource for it.
   */
  readonly blockOwnerDeletion?: boolean | undefined;
}

/**
 * Error for an object that already has another controller: an object can have only one.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#AlreadyOwnedError
 */
export class AlreadyOwnedError extends Error {
  override readonly name = 'AlreadyOwnedError';
  readonly object: KubernetesObject;
  /** Current controller. */
  readonly owner: OwnerReference;

  constructor(object: KubernetesObject, owner: OwnerReference) {
    super(
      `${object.metadata?.name ?? 'the object'} is already controlled by ${owner.kind} ${owner.name}; an object can have only one controller`,
    );
    this.object = object;
    this.owner = owner;
  }
}

/**
 * Returns a reference that makes the owner the controller of an object: the object is deleted with its owner, and a
 * controller that `owns` the object's kind uses it to find the owner.
 * See https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/
 * @throws TypeError if the owner is of a different kind
 */
export function controllerReference<T extends KubernetesObject>(
  kind: KindHandle<T>,
  owner: Owner<T>,
  { blockOwnerDeletion = true }: OwnerReferenceOptions = {},
): OwnerReference {
  return { ...ownerReference(kind, owner, { blockOwnerDeletion }), controller: true };
}

/**
 * Returns a reference without control: the object is deleted with the last of its owners.
 * See https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/
 * @throws TypeError if the owner is of a different kind
 */
export function ownerReference<T extends KubernetesObject>(
  kind: KindHandle<T>,
  owner: Owner<T>,
  { blockOwnerDeletion }: OwnerReferenceOptions = {},
): OwnerReference {
  const info = resourceInfo(kind);
  const { kind: said, metadata } = owner as Stored<KubernetesObject>;
  // The garbage collector deletes objects that refer to a nonexistent owner.
  if (said !== undefined && said !== info.kind)
    throw new TypeError(`${metadata.name} is a ${said}, not a ${info.kind}: pass the handle of its kind`);
  return {
    apiVersion: apiVersionOf(info),
    kind: info.kind,
    name: metadata.name,
    uid: metadata.uid,
    ...defined({ blockOwnerDeletion }),
  };
}

/**
 * Makes `owner` the controller of `object`, in place. An existing reference to the same owner is replaced, even if it
 * has an older uid.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#SetControllerReference
 * @throws AlreadyOwnedError if another object controls it
 * @throws TypeError if the owner is of a different kind, or in a namespace from which it cannot own the object
 */
export function setControllerReference<T extends KubernetesObject>(
  kind: KindHandle<T>,
  owner: Owner<T>,
  object: KubernetesObject,
  options?: OwnerReferenceOptions,
): void {
  const reference = controllerReference(kind, owner, options);
  requireOwnable(owner as Stored<KubernetesObject>, object);
  const controller = getControllerOf(object);
  if (controller !== undefined && !isSameOwner(controller, reference)) throw new AlreadyOwnedError(object, controller);
  upsert(object, reference);
}

/**
 * Makes `owner` one of the owners of `object`, in place. An existing reference to the same owner is replaced, even if
 * it made it the controller.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#SetOwnerReference
 * @throws TypeError if the owner is of a different kind, or in a namespace from which it cannot own the object
 */
export function setOwnerReference<T extends KubernetesObject>(
  kind: KindHandle<T>,
  owner: Owner<T>,
  object: KubernetesObject,
  options?: OwnerReferenceOptions,
): void {
  const reference = ownerReference(kind, owner, options);
  requireOwnable(owner as Stored<KubernetesObject>, object);
  upsert(object, reference);
}

/**
 * Removes the reference to `owner` from `object`, whether or not it is the controller.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#RemoveOwnerReference
 * @returns whether there was one
 */
export function removeOwnerReference<T extends KubernetesObject>(
  kind: KindHandle<T>,
  owner: Owner<T>,
  object: KubernetesObject,
): boolean {
  const reference = ownerReference(kind, owner);
  return removeReferences(object, (each) => isSameOwner(each, reference));
}

/**
 * Removes the reference to `owner` from `object` if `owner` is its controller.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#RemoveControllerReference
 * @returns whether it was
 */
export function removeControllerReference<T extends KubernetesObject>(
  kind: KindHandle<T>,
  owner: Owner<T>,
  object: KubernetesObject,
): boolean {
  const reference = ownerReference(kind, owner);
  return removeReferences(object, (each) => each.controller === true && isSameOwner(each, reference));
}

/**
 * Reports whether `owner` is one of the owners of `object`, by group, kind and name.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#HasOwnerReference
 */
export function hasOwnerReference<T extends KubernetesObject>(
  kind: KindHandle<T>,
  owner: Owner<T>,
  object: Owned,
): boolean {
  const reference = ownerReference(kind, owner);
  return referencesOf(object).some((each) => isSameOwner(each, reference));
}

/** Compares owners by group, kind and name, because a recreated owner has a different uid. */
function isSameOwner(one: OwnerReference, other: OwnerReference): boolean {
  return (
    one.kind === other.kind &&
    one.name === other.name &&
    parseApiVersion(one.apiVersion).group === parseApiVersion(other.apiVersion).group
  );
}

function upsert(object: KubernetesObject, reference: OwnerReference): void {
  const metadata = (object.metadata ??= {});
  const references = (metadata.ownerReferences ??= []);
  const index = references.findIndex((each) => isSameOwner(each, reference));
  if (index === -1) references.push(reference);
  else references[index] = reference;
}

function removeReferences(object: KubernetesObject, isMeant: (reference: OwnerReference) => boolean): boolean {
  const references = referencesOf(object);
  const others = references.filter((each) => !isMeant(each));
  if (others.length === references.length) return false;
  object.metadata!.ownerReferences = others;
  return true;
}

/** Rejects an owner in another namespace, which the garbage collector would consider deleted. */
function requireOwnable(owner: Stored<KubernetesObject>, { metadata = {} }: KubernetesObject): void {
  const { name, namespace } = owner.metadata;
  if (namespace === undefined || namespace === metadata.namespace) return;
  const owned = `${metadata.name ?? 'an object'} in ${metadata.namespace ?? 'no namespace'}`;
  throw new TypeError(`${name} in ${namespace} cannot own ${owned}: both must be in the same namespace`);
}
