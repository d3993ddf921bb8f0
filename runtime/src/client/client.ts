import type { KubernetesObject } from '../api/object.js';
import type { KindHandle } from '../api/resource.js';
import type { JsonPatchOperation } from '../json/json-patch.js';
import type { PatchSource } from './merge-patch.js';
import type { ObjectKey } from './resource-path.js';
import type { RestMapper } from './rest-mapper.js';
import type { KnownSubresources, Subresource, SubresourceWriter } from './subresource.js';

/** What the API server has given to every object that it stores. */
export interface StoredMetadata {
  name: string;
  namespace?: string;
  uid: string;
  /** Opaque: equal or not, and nothing else. */
  resourceVersion: string;
}

/** An object as the API server answers it: it has a name, an identity and a version. */
export type Stored<T extends KubernetesObject> = T & { metadata: StoredMetadata };

/** An object that says itself what it is, such as one that was read from YAML. */
export interface TypedObject extends KubernetesObject {
  apiVersion: string;
  kind: string;
}

/** An object that can be addressed. */
export type Addressable = { readonly metadata?: { readonly name?: string; readonly namespace?: string } };

export interface List<T extends KubernetesObject> {
  readonly items: Stored<T>[];
  /** Version of the list as a whole: where a watch goes on. Opaque. */
  readonly resourceVersion: string;
  /** Where the next page begins, where one page alone was asked for and there are more. Opaque. */
  readonly continue?: string;
  /** How many objects the following pages have; not said where the list is selected from. */
  readonly remainingItemCount?: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ListOptions extends ReadOptions {
  /** All namespaces where absent. */
  readonly namespace?: string | undefined;
  /** `app=web,tier!=cache`, or labels that have to be equal. */
  readonly labelSelector?: string | Readonly<Record<string, string>> | undefined;
  readonly fieldSelector?: string | undefined;
  /** How many objects are asked for at a time, until all are there. */
  readonly pageSize?: number | undefined;
  /** One page alone, of so many objects at most. */
  readonly limit?: number | undefined;
  /** One page alone, after the one that said this. @throws ApiError `isGone` when the server has forgotten it */
  readonly continue?: string | undefined;
}

export interface WriteOptions extends ReadOptions {
  /** Who writes, in `metadata.managedFields`. */
  readonly fieldManager?: string | undefined;
  /** The server checks everything and stores nothing. */
  readonly dryRun?: boolean | undefined;
  /** What the server does about unknown fields; it warns unless told otherwise. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined;
}

export interface ApplyOptions extends WriteOptions {
  /** Takes over fields that others manage. */
  readonly force?: boolean | undefined;
}

export interface DeleteOptions extends ReadOptions {
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined;
  readonly gracePeriodSeconds?: number | undefined;
  /** Delete only this very object, in this very version. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined;
  readonly dryRun?: boolean | undefined;
}

/** https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply */
export type PatchType = 'merge' | 'json' | 'strategic';

export interface PatchOptions extends WriteOptions {
  /** `merge` unless said otherwise: the one that custom resources take as well. */
  readonly type?: PatchType | undefined;
}

/** What a patch is, by its type: a part of the object, a list of operations, or what `mergeFrom` makes of the target. */
export type PatchBody = object | readonly JsonPatchOperation[] | PatchSource;

/**
 * Reads objects. The handle of the kind is always the first argument.
 * @throws NoMatchError from every method, when the server does not serve the kind; that is no `isNotFound`
 */
export interface Reader {
  /** @throws ApiError `isNotFound` when there is no such object */
  get<T extends KubernetesObject>(kind: KindHandle<T>, key: ObjectKey, options?: ReadOptions): Promise<Stored<T>>;
  /** As `get`, and null when there is no such object. */
  getOrNull<T extends KubernetesObject>(
    kind: KindHandle<T>,
    key: ObjectKey,
    options?: ReadOptions,
  ): Promise<Stored<T> | null>;
  list<T extends KubernetesObject>(kind: KindHandle<T>, options?: ListOptions): Promise<List<T>>;
}

/**
 * Reads and writes objects as plain JSON: what a type does not name is kept, never dropped. Objects are written by the
 * handle of their kind, or without it where they say themselves what they are: then the API server is asked once what it
 * calls that kind. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#Client
 * @throws ApiError from every method, when the server refuses
 * @throws NoMatchError from every method, when the server does not serve the kind; that is no `isNotFound`
 */
export interface Client extends Reader {
  // The overload with a handle is the last of each: it is the one by which the compiler explains what does not fit.
  create<T extends TypedObject>(object: T, options?: WriteOptions): Promise<Stored<T & KubernetesObject>>;
  create<T extends KubernetesObject>(kind: KindHandle<T>, object: T, options?: WriteOptions): Promise<Stored<T>>;
  /**
   * Replaces an object.
   * @throws ApiError `isConflict` when it was changed since it was read
   * @throws InexactNumberError when it was read with a whole number beyond 2^53, which would be another one now
   */
  update<T extends TypedObject>(object: T, options?: WriteOptions): Promise<Stored<T & KubernetesObject>>;
  update<T extends KubernetesObject>(kind: KindHandle<T>, object: T, options?: WriteOptions): Promise<Stored<T>>;
  patch<T extends TypedObject>(
    target: T,
    body: PatchBody,
    options?: PatchOptions,
  ): Promise<Stored<T & KubernetesObject>>;
  patch<T extends KubernetesObject>(
    kind: KindHandle<T>,
    target: ObjectKey | Addressable,
    body: PatchBody,
    options?: PatchOptions,
  ): Promise<Stored<T>>;
  /**
   * Server-side apply: the object becomes what is given, in the fields that are given, and is made where it is missing.
   * @throws ApiError `isConflict` when others manage such a field, unless `force` takes it over
   */
  apply<T extends TypedObject>(object: T, options?: ApplyOptions): Promise<Stored<T & KubernetesObject>>;
  apply<T extends KubernetesObject>(kind: KindHandle<T>, object: T, options?: ApplyOptions): Promise<Stored<T>>;
  /** Asks for the deletion. @throws ApiError `isNotFound` when there is no such object */
  delete(target: TypedObject, options?: DeleteOptions): Promise<void>;
  delete<T extends KubernetesObject>(
    kind: KindHandle<T>,
    target: ObjectKey | Addressable,
    options?: DeleteOptions,
  ): Promise<void>;
  deleteAllOf<T extends KubernetesObject>(kind: KindHandle<T>, options?: ListOptions & DeleteOptions): Promise<void>;
  readonly status: SubresourceWriter;
  /** A part of objects that has an endpoint of its own: `client.subresource('scale').get(Deployment, key)`. */
  subresource<N extends keyof KnownSubresources>(name: N): KnownSubresources[N];
  subresource(name: string): Subresource;
  /**
   * The handle of a kind that is known by its name only, as the API server serves it now.
   * @throws NoMatchError when it serves no such kind
   */
  kindOf<T extends KubernetesObject = KubernetesObject>(
    object: Pick<TypedObject, 'apiVersion' | 'kind'>,
  ): Promise<KindHandle<T>>;
  readonly restMapper: RestMapper;
}
