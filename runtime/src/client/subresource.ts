import type { KubernetesObject } from '../api/object.js';
import type { KindHandle } from '../api/resource.js';
import type { Time } from '../api/scalars.js';
import type { Binding } from '../k8s/core/v1.js';
import type { Status } from '../transport/api-error.js';
import type { ApplyConfiguration, PatchBody } from './bodies.js';
import type { ApplyOptions, DeleteOptions, PatchOptions, PatchType, ReadOptions, WriteOptions } from './options.js';
import type { Addressable, Stored, TypedObject } from './stored.js';
import type { ObjectKey } from './resource-path.js';

/** Writes a part of an object that has an endpoint of its own, such as its status. What is sent is the whole object. */
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

/** Any other part, such as `ephemeralcontainers`, `resize` or `approval`. */
export interface Subresource extends SubresourceWriter {
  /** @throws ApiError `isNotFound` when there is no such object */
  get<S extends KubernetesObject>(kind: KindHandle, key: ObjectKey, options?: ReadOptions): Promise<S>;
  create<S extends KubernetesObject>(
    kind: KindHandle,
    target: ObjectKey | Addressable,
    body: S,
    options?: WriteOptions,
  ): Promise<S>;
}

/** The parts that are of a kind of their own, whatever object they are a part of. */
export interface KnownSubresources {
  readonly status: Subresource;
  readonly scale: ScaleClient;
  readonly eviction: SubresourceCreator<Eviction, Status>;
  readonly token: SubresourceCreator<TokenRequest, TokenRequest>;
  readonly binding: SubresourceCreator<Binding, Status>;
}

/** How many replicas a Deployment has, or a kind with `@ScaleSubresource`. */
export interface ScaleClient {
  /** @throws ApiError `isNotFound` when there is no such object */
  get(kind: KindHandle, key: ObjectKey, options?: ReadOptions): Promise<Stored<Scale>>;
  /** @param scale its metadata names the object */
  update(kind: KindHandle, scale: Scale, options?: WriteOptions): Promise<Stored<Scale>>;
  patch<P extends PatchType = 'merge'>(
    kind: KindHandle,
    target: ObjectKey | Addressable,
    body: PatchBody<Scale, P>,
    options?: PatchOptions<P>,
  ): Promise<Stored<Scale>>;
  /**
   * For built-in kinds alone: the API server does not take it for custom resources, which can be patched.
   * @param scale its metadata names the object
   */
  apply(kind: KindHandle, scale: Scale, options?: ApplyOptions): Promise<Stored<Scale>>;
}

/** A part that is posted to and not read. */
export interface SubresourceCreator<Body, Answer> {
  create(kind: KindHandle, target: ObjectKey | Addressable, body: Body, options?: WriteOptions): Promise<Answer>;
}

/** https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/horizontal-pod-autoscaler-v1/#Scale */
export interface Scale extends KubernetesObject {
  spec?: { replicas?: number };
  status?: { replicas: number; selector?: string };
}

/**
 * Deletes a Pod unless a PodDisruptionBudget forbids it (then the error is `isTooManyRequests`):
 * https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/
 */
export interface Eviction extends KubernetesObject {
  deleteOptions?: Pick<DeleteOptions, 'gracePeriodSeconds' | 'preconditions' | 'propagationPolicy'>;
}

/** https://kubernetes.io/docs/reference/kubernetes-api/authentication-resources/token-request-v1/ */
export interface TokenRequest extends KubernetesObject {
  spec: {
    /** Who is to accept it; the API server itself unless said otherwise. */
    audiences?: string[];
    /** Seconds that it is good for; an hour unless said otherwise. */
    expirationSeconds?: number;
    /** The token ends with this object. */
    boundObjectRef?: { apiVersion?: string; kind?: string; name?: string; uid?: string };
  };
  status?: { token: string; expirationTimestamp: Time };
}

/** What the known parts call themselves. */
export const subresourceKinds: Readonly<Record<string, Readonly<Pick<TypedObject, 'apiVersion' | 'kind'>>>> = {
  scale: { apiVersion: 'autoscaling/v1', kind: 'Scale' },
  eviction: { apiVersion: 'policy/v1', kind: 'Eviction' },
  token: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' },
  binding: { apiVersion: 'v1', kind: 'Binding' },
};
