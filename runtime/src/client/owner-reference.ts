import type { KubernetesObject } from '../api/object.js';
import { apiVersionOf, resourceInfo, type KindHandle } from '../api/resource.js';
import type { OwnerReference } from '../k8s/meta/v1.js';
import type { Stored } from './client.js';

/**
 * The reference that makes an object the controller of another: the other is deleted with it, and `owns` finds it.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/
 */
export function controllerReference<T extends KubernetesObject>(kind: KindHandle<T>, owner: Stored<T>): OwnerReference {
  return { ...ownerReference(kind, owner), controller: true, blockOwnerDeletion: true };
}

/** A reference without control: the object is deleted when the last of its owners is. */
export function ownerReference<T extends KubernetesObject>(kind: KindHandle<T>, owner: Stored<T>): OwnerReference {
  const info = resourceInfo(kind);
  return { apiVersion: apiVersionOf(info), kind: info.kind, name: owner.metadata.name, uid: owner.metadata.uid };
}

/**
 * Makes `owner` the controller of `object`, in place.
 * @throws Error when another object controls it, or when the namespaces would make the reference dangle
 */
export function setControllerReference<T extends KubernetesObject>(
  kind: KindHandle<T>,
  owner: Stored<T>,
  object: KubernetesObject,
): void {
  const { namespace } = owner.metadata;
  const metadata = (object.metadata ??= {});
  if (namespace !== undefined && namespace !== metadata.namespace) {
    throw new Error(
      `${owner.metadata.name} in ${namespace} cannot own ${metadata.name ?? 'an object'} in ${metadata.namespace ?? 'no namespace'}`,
    );
  }
  const references = metadata.ownerReferences ?? [];
  const controller = references.find((each) => each.controller && each.uid !== owner.metadata.uid);
  if (controller !== undefined) {
    throw new Error(`${metadata.name ?? 'the object'} is controlled by ${controller.kind} ${controller.name} already`);
  }
  const others = references.filter(({ uid }) => uid !== owner.metadata.uid);
  metadata.ownerReferences = [...others, controllerReference(kind, owner)];
}
