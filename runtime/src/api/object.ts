import type { ObjectMeta } from '../k8s/meta/v1.js';

export type { ObjectMeta };

/**
 * Fields that every Kubernetes object has. Objects are plain JSON: fields that a type does not name are kept, never
 * dropped.
 */
export interface KubernetesObject {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
}

// Exists only for the compiler; no object has this property.
declare const ofClass: unique symbol;

/**
 * Base class of every custom kind. The API server itself describes its three fields; the schema of the kind does not.
 */
export abstract class CustomResource implements KubernetesObject {
  declare apiVersion?: string;
  declare kind?: string;
  declare metadata: ObjectMeta;
  declare readonly [ofClass]?: true;
}

/** `true` for kinds that are classes, whose fields can have initializers. */
export type IsClassKind<T> = typeof ofClass extends keyof T ? true : false;

/** Read-only view of `T`. Objects that the cache shares are frozen and have this type. */
export type DeepReadonly<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer E)[]
      ? readonly DeepReadonly<E>[]
      : { readonly [K in keyof T]: DeepReadonly<T[K]> };
