import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import type { CacheEvent, Shared } from '../cache/informer.js';
import type { OwnerReference } from '../k8s/meta/v1.js';
import type { Request } from './reconciler.js';

/** Which objects have to be looked at because one has changed. */
export type MapFunction<T extends KubernetesObject> = (object: Shared<T>) => readonly Request[];

/** The object itself. */
export function itself(object: Shared<KubernetesObject>): readonly Request[] {
  const { name, namespace } = metadataOf(object);
  return [{ name, namespace }];
}

/** The object's controller, where that is of the given kind. The version does not matter: it is the same object. */
export function controllerOf(owner: ResourceInfo): MapFunction<KubernetesObject> {
  return (object) => {
    const { namespace, ownerReferences = [] } = metadataOf(object);
    return ownerReferences
      .filter((each) => each.controller && each.kind === owner.kind && groupOf(each.apiVersion) === owner.group)
      .map(({ name }) => ({ name, namespace: owner.scope === 'Namespaced' ? namespace : undefined }));
  };
}

/** What an event asks for: an update asks for the old object's requests as well, because it may have changed hands. */
export function requestsOf<T extends KubernetesObject>(event: CacheEvent<T>, map: MapFunction<T>): readonly Request[] {
  return event.type === 'update' ? [...map(event.old), ...map(event.object)] : map(event.object);
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.split('/', 1)[0]! : '';
}

interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly ownerReferences?: readonly OwnerReference[];
}

function metadataOf(object: Shared<KubernetesObject>): Metadata {
  return object.metadata;
}
