import type { KubernetesObject, ObjectMeta } from '../api/object.js';
import { apiVersionOf, defineResource, resourceInfo, type KindHandle, type ResourceInfo } from '../api/resource.js';

/** An object of which only the metadata were read. What it is it says itself, as a whole object does. */
export interface PartialObjectMetadata extends KubernetesObject {
  metadata: ObjectMeta;
}

/**
 * Marks an object that lacks all but its metadata. It can be read, patched and deleted, but written as a whole it would
 * lose the rest. A symbol, so that it is never sent; enumerable, so that `{ ...object }` keeps it.
 */
const partial = Symbol.for('operator-gen/metadata-only');

/**
 * The same kind, of which only the metadata are read: what is large stays on the server.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches
 * @throws TypeError when the handle is not a kind
 */
export function metadataOnly(kind: KindHandle): KindHandle<PartialObjectMetadata> {
  return defineResource<PartialObjectMetadata>({ ...resourceInfo(kind), metadataOnly: true });
}

/** How a kind is asked for, as the `Accept` header of a request for an object, a list of them, or a watch. */
export function acceptOf({ metadataOnly: isPartial }: ResourceInfo, what: 'object' | 'list'): string | undefined {
  if (!isPartial) return undefined;
  const kind = what === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata';
  return `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json`;
}

/** The object with the fields that say what it is: items of a list come without them, partial objects with others. */
export function typed<T extends KubernetesObject>(info: ResourceInfo, object: T): T {
  if (!info.metadataOnly) {
    return { ...object, apiVersion: object.apiVersion ?? apiVersionOf(info), kind: object.kind ?? info.kind };
  }
  const { metadata } = object;
  return { apiVersion: apiVersionOf(info), kind: info.kind, metadata, [partial]: true } as unknown as T;
}

/** @throws TypeError when an object would be written as a whole of which only the metadata are there */
export function refusePartial(info: ResourceInfo, object: object, label: string): void {
  if (!info.metadataOnly && !(partial in object)) return;
  throw new TypeError(`${label}: only the metadata were read, and the rest would be lost; patch the object instead`);
}
