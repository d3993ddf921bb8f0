import type { ObjectMeta } from '../k8s/meta/v1.js';

export type { ObjectMeta };

/** What every Kubernetes object has. Objects are plain JSON: a field that a type does not name is kept, never dropped. */
export interface KubernetesObject {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
}

// A property for the compiler alone; no object has it.
declare const ofClass: unique symbol;

/** The base of every custom kind. Its three fields are described by the API server itself, not by the kind's schema. */
export abstract class CustomResource implements KubernetesObject {
  declare apiVersion?: string;
  declare kind?: string;
  declare metadata: ObjectMeta;
  declare readonly [ofClass]?: true;
}

/** Whether a kind is a class, whose fields may have initializers. */
export type IsClassKind<T> = typeof ofClass extends keyof T ? true : false;

/** `T` as it can only be read: objects that the cache shares are frozen and typed so. */
export type DeepReadonly<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer E)[]
      ? readonly DeepReadonly<E>[]
      : { readonly [K in keyof T]: DeepReadonly<T[K]> };
