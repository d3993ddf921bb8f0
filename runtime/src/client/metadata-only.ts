import type { KubernetesObject, ObjectMeta } from '../api/object.js';
import { apiVersionOf, defineResource, resourceInfo, type KindHandle, type ResourceInfo } from '../api/resource.js';

/** Object whose metadata alone was read. Its `apiVersion` and `kind` are those of the complete object. */
export interface PartialObjectMetadata extends KubernetesObject {
  metadata: ObjectMeta;
}

/**
 * Marks an object that has only its metadata. It can be read, patched and deleted, but writing it as a whole would lose
 * the rest. A symbol is never sent; being enumerable, `{ ...object }` keeps it.
 */
const partial = Symbol.for('operator-gen/metadata-only');

/**
 * Returns a handle that reads only the metadata of a kind: large content stays on the server.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches
 * @throws TypeError if the handle is not a kind
 */
export function metadataOnly(kind: KindHandle): KindHandle<PartialObjectMetadata> {
  return defineResource<PartialObjectMetadata>({ ...resourceInfo(kind), metadataOnly: true });
}

/** Returns the `Accept` header of a request for an object, a list of objects, or a watch. */
export function acceptOf({ metadataOnly: isPartial }: ResourceInfo, what: 'object' | 'list'): string | undefined {
  if (!isPartial) return undefined;
  const kind = what === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata';
  return `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json`;
}

/**
 * Returns the object with its apiVersion and kind: items of a list lack them, and partial objects have different ones.
 */
export function typed<T extends KubernetesObject>(info: ResourceInfo, object: T): T {
  if (!info.metadataOnly) {
    return { ...object, apiVersion: object.apiVersion ?? apiVersionOf(info), kind: object.kind ?? info.kind };
  }
  const { metadata } = object;
  return { apiVersion: apiVersionOf(info), kind: info.kind, metadata, [partial]: true } as unknown as T;
}

/** @throws TypeError if an object of which only the metadata was read would be written as a whole */
export function refusePartial(info: ResourceInfo, object: object, label: string): void {
  if (!info.metadataOnly && !(partial in object)) return;
  throw new TypeError(`${label}: only the metadata were read, and the rest would be lost; patch the object instead`);
}
