import type { KubernetesObject } from '../api/object.js';

/** Metadata that the API server sets on every stored object. */
export interface StoredMetadata {
  name: string;
  namespace?: string;
  uid: string;
  /** Opaque version; compare it only for equality. */
  resourceVersion: string;
}

/** Object as returned by the API server: with apiVersion, kind, name, uid and resource version. */
export type Stored<T extends KubernetesObject> = T & TypedObject & { metadata: StoredMetadata };

/** Object with an apiVersion and a kind, such as one that was read from the API server or from YAML. */
export interface TypedObject extends KubernetesObject {
  apiVersion: string;
  kind: string;
}

/** Object that can be addressed by name. */
export type Addressable = {
  readonly metadata?: { readonly name?: string | undefined; readonly namespace?: string | undefined };
};

/** Answer to a list request. See https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/list-meta/ */
export interface List<T extends KubernetesObject> {
  readonly items: Stored<T>[];
  /** Opaque version of the list, from which a watch continues. */
  readonly resourceVersion: string;
  /** Opaque token of the next page, if a single page was requested and there are more. */
  readonly continue?: string;
  /** Number of objects on the following pages; unset if the list uses selectors. */
  readonly remainingItemCount?: number;
}
