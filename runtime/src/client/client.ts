import type { KubernetesObject } from '../api/object.js';
import type { KindHandle } from '../api/resource.js';
import type { ApplyConfiguration, Draft, PatchBody } from './bodies.js';
import type {
  ApplyOptions,
  DeleteOptions,
  ListOptions,
  PatchOptions,
  PatchType,
  ReadOptions,
  WriteOptions,
} from './options.js';
import type { ObjectKey } from './resource-path.js';
import type { RestMapper } from './rest-mapper.js';
import type { Addressable, List, Stored, TypedObject } from './stored.js';
import type { KnownSubresources, Subresource, SubresourceWriter } from './subresource.js';

/**
 * Reads objects. The handle of the kind is always the first argument.
 * @throws NoMatchError from every method, if the server does not serve the kind; `isNotFound` is false for it
 */
export interface Reader {
  /**
   * Reads an object.
   * @throws ApiError `isNotFound` if the object does not exist
   */
  get<T extends KubernetesObject>(kind: KindHandle<T>, key: ObjectKey, options?: ReadOptions): Promise<Stored<T>>;
  /** Reads an object, and returns null if it does not exist. */
  getOrNull<T extends KubernetesObject>(
    kind: KindHandle<T>,
    key: ObjectKey,
    options?: ReadOptions,
  ): Promise<Stored<T> | null>;
  /** Lists all selected objects, in no reliable order. Returns an empty list if there are none. */
  list<T extends KubernetesObject>(kind: KindHandle<T>, options?: ListOptions): Promise<List<T>>;
}

/**
 * Reads and writes objects as plain JSON: fields that a type does not name are kept, never dropped. Objects can be
 * written with the handle of their kind, or without it if they have an `apiVersion` and a `kind`; the client then asks
 * the API server once for the resource of that kind.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#Client
 * @throws ApiError from every method, if the server rejects the request
 * @throws NoMatchError from every method, if the server does not serve the kind; `isNotFound` is false for it
 */
export interface Client extends Reader {
  // The overload with a handle comes last in each group, because the compiler reports type errors against the last one.
  /**
   * Creates an object and returns it as stored. With `metadata.generateName`, the server generates the name.
   * @throws ApiError `isAlreadyExists` if an object with that name exists
   */
  create<T extends TypedObject>(object: T, options?: WriteOptions): Promise<Stored<T & KubernetesObject>>;
  create<T extends KubernetesObject>(
    kind: KindHandle<T>,
    object: NoInfer<T> | Draft<NoInfer<T>>,
    options?: WriteOptions,
  ): Promise<Stored<T>>;
  /**
   * Replaces an object.
   * @throws ApiError `isConflict` if the object has changed since it was read
   * @throws InexactNumberError if the object was read with an integer beyond 2^53, which would now be stored as a
   * different number
   */
  update<T extends TypedObject>(object: T, options?: WriteOptions): Promise<Stored<T & KubernetesObject>>;
  update<T extends KubernetesObject>(kind: KindHandle<T>, object: T, options?: WriteOptions): Promise<Stored<T>>;
  /**
   * Changes part of an object. See `PatchType`, and `mergeFrom` for a patch that contains only what has changed.
   * @throws ApiError `isNotFound` if the object does not exist, `isConflict` if the patch contains a different resource
   * version
   */
  patch<T extends TypedObject, P extends PatchType = 'merge'>(
    target: T,
    body: PatchBody<NoInfer<T>, P>,
    options?: PatchOptions<P>,
  ): Promise<Stored<T & KubernetesObject>>;
  patch<T extends KubernetesObject, P extends PatchType = 'merge'>(
    kind: KindHandle<T>,
    target: ObjectKey | Addressable,
    body: PatchBody<NoInfer<T>, P>,
    options?: PatchOptions<P>,
  ): Promise<Stored<T>>;
  /**
   * Applies an object with server-side apply: sets the given fields, and creates the object if it does not exist.
   * @throws ApiError `isConflict` if another manager owns one of the fields, unless `force` takes it over
   */
  apply<T extends TypedObject>(object: T, options?: ApplyOptions): Promise<Stored<T & KubernetesObject>>;
  apply<T extends KubernetesObject>(
    kind: KindHandle<T>,
    object: NoInfer<T> | ApplyConfiguration<NoInfer<T>>,
    options?: ApplyOptions,
  ): Promise<Stored<T>>;
  /**
   * Requests the deletion of an object.
   * @throws ApiError `isNotFound` if the object does not exist
   */
  delete(
    target: Readonly<Pick<TypedObject, 'apiVersion' | 'kind'>> & Addressable,
    options?: DeleteOptions,
  ): Promise<void>;
  delete<T extends KubernetesObject>(
    kind: KindHandle<T>,
    target: ObjectKey | Addressable,
    options?: DeleteOptions,
  ): Promise<void>;
  /**
   * Requests the deletion of all selected objects, in one namespace or of a cluster-scoped kind.
   * @throws TypeError if a namespaced kind is given without a namespace
   */
  deleteAllOf<T extends KubernetesObject>(kind: KindHandle<T>, options?: ListOptions & DeleteOptions): Promise<void>;
  /** Writes the status of objects, which writes to the object itself do not change. */
  readonly status: SubresourceWriter;
  /** Returns a client for a subresource: `client.subresource('scale').get(Deployment, key)`. */
  subresource<N extends keyof KnownSubresources>(name: N): KnownSubresources[N];
  subresource(name: string): Subresource;
  /**
   * Returns the handle of a kind that is known only by name, as the API server serves it now.
   * @throws NoMatchError if the server does not serve the kind
   */
  kindOf<T extends KubernetesObject = KubernetesObject>(
    object: Pick<TypedObject, 'apiVersion' | 'kind'>,
  ): Promise<KindHandle<T>>;
  /** Maps kinds to the resources that the API server serves. */
  readonly restMapper: RestMapper;
  /** Field manager of writes that do not set one; if unset, the API server chooses it. */
  readonly fieldManager?: string | undefined;
}
