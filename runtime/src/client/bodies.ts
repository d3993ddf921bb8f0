import type { IsClassKind, KubernetesObject } from '../api/object.js';
import type { JsonPatchOperation } from '../json/json-patch.js';
import type { PatchSource } from './merge-patch.js';
import type { PatchType } from './options.js';

type Scalar = string | number | boolean | bigint | null | undefined;

/** A part of a value: what is left out is not spoken of. */
type Part<V> = unknown extends V
  ? V
  : V extends Scalar
    ? V
    : V extends readonly (infer E)[]
      ? readonly Part<E>[]
      : { readonly [K in keyof V]?: Part<V[K]> | undefined };

/** Anything, where a type names nothing but what every object has: what else there is, it does not know. */
type Unknown<T> = [keyof T] extends [keyof KubernetesObject] ? object : never;

/**
 * An object to be created. In a kind that is a class, what stands below its fields may be left out, since a field with an
 * initializer may and TypeScript cannot tell it from another; the API server refuses what lacks a required one. To have the
 * compiler check that everything is there, write `{ ... } satisfies Foo`.
 */
export type Draft<T> =
  IsClassKind<T> extends true ? { readonly [K in keyof T]: K extends keyof KubernetesObject ? T[K] : Part<T[K]> } : T;

/**
 * What is applied: the fields that one wants to manage, and no others.
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export type ApplyConfiguration<T> = { readonly [K in keyof T]?: Part<T[K]> | undefined };

/**
 * A part of an object, with null for what is to be removed. Lists are replaced as a whole.
 * https://www.rfc-editor.org/rfc/rfc7396
 */
export type MergePatch<V> = unknown extends V
  ? V
  : V extends Scalar
    ? V
    : V extends readonly (infer E)[]
      ? readonly Part<E>[]
      : { readonly [K in keyof V]?: MergePatch<V[K]> | null | undefined };

/**
 * What a patch is, by its type: a part of the object, or what `mergeFrom` makes of the target; a list of operations; a part
 * with directives, which the compiler does not check.
 */
export type PatchBody<T = KubernetesObject, P extends PatchType = PatchType> = {
  readonly merge: MergePatch<T> | MergePatch<KubernetesObject> | Unknown<T> | PatchSource;
  readonly json: readonly JsonPatchOperation[];
  readonly strategic: object;
}[P];
