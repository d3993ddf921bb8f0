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
 * @throws NoMatchError from every method, when the server does not serve the kind; that is not an `isNotFound`
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
  /** Every object that is selected, in no order that can be relied on. An empty list where there are none. */
  list<T extends KubernetesObject>(kind: KindHandle<T>, options?: ListOptions): Promise<List<T>>;
}

/**
 * Reads and writes objects as plain JSON: what a type does not name is kept, never dropped. Objects are written by the
 * handle of their kind, or without it where they say themselves what they are: then the API server is asked once what it
 * calls that kind. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#Client
 * @throws ApiError from every method, when the server refuses
 * @throws NoMatchError from every method, when the server does not serve the kind; that is not an `isNotFound`
 */
export interface Client extends Reader {
  // The overload with a handle is the last of each: it is the one by which the compiler explains what does not fit.
  /**
   * Stores a new object and answers it as it is stored. With `metadata.generateName` the server makes up the name.
   * @throws ApiError `isAlreadyExists` when there is one of that name
   */
  create<T extends TypedObject>(object: T, options?: WriteOptions): Promise<Stored<T & KubernetesObject>>;
  create<T extends KubernetesObject>(
    kind: KindHandle<T>,
    object: NoInfer<T> | Draft<NoInfer<T>>,
    options?: WriteOptions,
  ): Promise<Stored<T>>;
  /**
   * Replaces an object.
   * @throws ApiError `isConflict` when it was changed since it was read
   * @throws InexactNumberError when it was read with a whole number beyond 2^53, which would be another one now
   */
  update<T extends TypedObject>(object: T, options?: WriteOptions): Promise<Stored<T & KubernetesObject>>;
  update<T extends KubernetesObject>(kind: KindHandle<T>, object: T, options?: WriteOptions): Promise<Stored<T>>;
  /**
   * Changes a part of an object: see `PatchType`, and `mergeFrom` for a patch of what was changed.
   * @throws ApiError `isNotFound` when there is no such object, `isConflict` when a version that the patch holds is not its own
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
   * Server-side apply: the object becomes what is given, in the fields that are given, and is made where it is missing.
   * @throws ApiError `isConflict` when others manage such a field, unless `force` takes it over
   */
  apply<T extends TypedObject>(object: T, options?: ApplyOptions): Promise<Stored<T & KubernetesObject>>;
  apply<T extends KubernetesObject>(
    kind: KindHandle<T>,
    object: NoInfer<T> | ApplyConfiguration<NoInfer<T>>,
    options?: ApplyOptions,
  ): Promise<Stored<T>>;
  /** Asks for the deletion. @throws ApiError `isNotFound` when there is no such object */
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
   * Asks for the deletion of all objects that are selected, in one namespace, or of a kind that has none.
   * @throws TypeError when a namespaced kind is given without a namespace
   */
  deleteAllOf<T extends KubernetesObject>(kind: KindHandle<T>, options?: ListOptions & DeleteOptions): Promise<void>;
  /** Writes the status of objects, which writes of the object itself do not change. */
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
  /** Which kinds the API server serves. */
  readonly restMapper: RestMapper;
}
