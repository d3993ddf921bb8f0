import type { KubernetesObject } from '../api/object.js';
import type { KindHandle } from '../api/resource.js';
import type { Time } from '../api/scalars.js';
import type { Binding } from '../k8s/core/v1.js';
import type { Status } from '../transport/api-error.js';
import type { ApplyConfiguration, PatchBody } from './bodies.js';
import type { ApplyOptions, DeleteOptions, PatchOptions, PatchType, RequestOptions, WriteOptions } from './options.js';
import type { Addressable, Stored, TypedObject } from './stored.js';
import type { ObjectKey } from './resource-path.js';

/** Writes a subresource, such as the status. The request contains the complete object. */
export interface SubresourceWriter {
  update<T extends TypedObject>(object: T, options?: WriteOptions): Promise<Stored<T & KubernetesObject>>;
  update<T extends KubernetesObject>(kind: KindHandle<T>, object: T, options?: WriteOptions): Promise<Stored<T>>;
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
  apply<T extends TypedObject>(object: T, options?: ApplyOptions): Promise<Stored<T & KubernetesObject>>;
  apply<T extends KubernetesObject>(
    kind: KindHandle<T>,
    object: NoInfer<T> | ApplyConfiguration<NoInfer<T>>,
    options?: ApplyOptions,
  ): Promise<Stored<T>>;
}

/** Client for any other subresource, such as `ephemeralcontainers`, `resize` or `approval`. */
export interface Subresource extends SubresourceWriter {
  /**
   * Reads the subresource of an object.
   * @throws ApiError `isNotFound` if the object does not exist
   */
  get<S extends KubernetesObject>(kind: KindHandle, key: ObjectKey, options?: RequestOptions): Promise<S>;
  create<S extends KubernetesObject>(
    kind: KindHandle,
    target: ObjectKey | Addressable,
    body: S,
    options?: WriteOptions,
  ): Promise<S>;
}

/** Subresources that have their own type, regardless of the object that they belong to. */
export interface KnownSubresources {
  readonly status: Subresource;
  readonly scale: ScaleClient;
  readonly eviction: SubresourceCreator<Eviction, Status>;
  readonly token: SubresourceCreator<TokenRequest, TokenRequest>;
  readonly binding: SubresourceCreator<Binding, Status>;
}

/** Reads and writes the number of replicas of a Deployment, or of a kind with `@ScaleSubresource`. */
export interface ScaleClient {
  /**
   * Reads the scale of an object.
   * @throws ApiError `isNotFound` if the object does not exist
   */
  get(kind: KindHandle, key: ObjectKey, options?: RequestOptions): Promise<Stored<Scale>>;
  /**
   * Replaces the scale of an object.
   * @param scale its metadata names the object
   */
  update(kind: KindHandle, scale: Scale, options?: WriteOptions): Promise<Stored<Scale>>;
  patch<P extends PatchType = 'merge'>(
    kind: KindHandle,
    target: ObjectKey | Addressable,
    body: PatchBody<Scale, P>,
    options?: PatchOptions<P>,
  ): Promise<Stored<Scale>>;
  /**
   * Applies the scale of an object of a built-in kind. The API server does not support this for custom resources; patch
   * them instead.
   * @param scale its metadata names the object
   */
  apply(kind: KindHandle, scale: Scale, options?: ApplyOptions): Promise<Stored<Scale>>;
}

/** Subresource that can be created but not read. */
export interface SubresourceCreator<Body, Answer> {
  create(kind: KindHandle, target: ObjectKey | Addressable, body: Body, options?: WriteOptions): Promise<Answer>;
}

/**
 * Scale of an object.
 * See https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/horizontal-pod-autoscaler-v1/#Scale
 */
export interface Scale extends KubernetesObject {
  spec?: { replicas?: number };
  status?: { replicas: number; selector?: string };
}

/**
 * Eviction of a Pod, which is deleted unless a PodDisruptionBudget forbids it (`isTooManyRequests` is then true for the
 * error). See https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/
 */
export interface Eviction extends KubernetesObject {
  deleteOptions?: Pick<DeleteOptions, 'gracePeriodSeconds' | 'preconditions' | 'propagationPolicy'>;
}

/**
 * Request for a token of a service account.
 * See https://kubernetes.io/docs/reference/kubernetes-api/authentication-resources/token-request-v1/
 */
export interface TokenRequest extends KubernetesObject {
  spec: {
    /** Intended audiences of the token; defaults to the API server. */
    audiences?: string[];
    /** Lifetime in seconds; defaults to one hour. */
    expirationSeconds?: number;
    /** Object with which the token becomes invalid when it is deleted. */
    boundObjectRef?: { apiVersion?: string; kind?: string; name?: string; uid?: string };
  };
  status?: { token: string; expirationTimestamp: Time };
}

/** apiVersion and kind of the known subresources. */
export const subresourceKinds: Readonly<Record<string, Readonly<Pick<TypedObject, 'apiVersion' | 'kind'>>>> = {
  scale: { apiVersion: 'autoscaling/v1', kind: 'Scale' },
  eviction: { apiVersion: 'policy/v1', kind: 'Eviction' },
  token: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' },
  binding: { apiVersion: 'v1', kind: 'Binding' },
};
