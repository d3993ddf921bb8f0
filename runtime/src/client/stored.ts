import type { KubernetesObject } from '../api/object.js';

/** What the API server has given to every object that it stores. */
export interface StoredMetadata {
  name: string;
  namespace?: string;
  uid: string;
  /** Opaque: equal or not, and nothing else. */
  resourceVersion: string;
}

/** An object as the API server answers it: it says what it is, and has a name, an identity and a version. */
export type Stored<T extends KubernetesObject> = T & TypedObject & { metadata: StoredMetadata };

/** An object that says itself what it is, such as one that was read, from the API server or from YAML. */
export interface TypedObject extends KubernetesObject {
  apiVersion: string;
  kind: string;
}

/** An object that can be addressed. */
export type Addressable = {
  readonly metadata?: { readonly name?: string | undefined; readonly namespace?: string | undefined };
};

/** What a list is answered with. https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/list-meta/ */
export interface List<T extends KubernetesObject> {
  readonly items: Stored<T>[];
  /** Version of the list as a whole: where a watch goes on. Opaque. */
  readonly resourceVersion: string;
  /** Where the next page begins, where one page alone was asked for and there are more. Opaque. */
  readonly continue?: string;
  /** How many objects the following pages have; not said where the list is selected from. */
  readonly remainingItemCount?: number;
}
