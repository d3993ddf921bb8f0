import type { IsClassKind, KubernetesObject } from '../api/object.js';
import type { JsonPatchOperation } from '../json/json-patch.js';
import type { PatchSource } from './merge-patch.js';
import type { PatchType } from './options.js';

type Scalar = string | number | boolean | bigint | null | undefined;

/** Part of a value: omitted fields are not affected. */
type Part<V> = unknown extends V
  ? V
  : V extends Scalar
    ? V
    : V extends readonly (infer E)[]
      ? readonly Part<E>[]
      : { readonly [K in keyof V]?: Part<V[K]> | undefined };

/** Any object, for types that name only the fields common to all objects and so say nothing about the rest. */
type Unknown<T> = [keyof T] extends [keyof KubernetesObject] ? object : never;

/**
 * Object to create. For a kind that is a class, nested fields can be omitted: a field with an initializer is optional,
 * and TypeScript cannot distinguish it from other fields; the API server rejects objects that lack a required field. To
 * let the compiler check that everything is set, write `{ ... } satisfies Foo`.
 */
export type Draft<T> =
  IsClassKind<T> extends true ? { readonly [K in keyof T]: K extends keyof KubernetesObject ? T[K] : Part<T[K]> } : T;

/**
 * Fields to apply: only those that the caller wants to manage.
 * See https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export type ApplyConfiguration<T> = { readonly [K in keyof T]?: Part<T[K]> | undefined };

/**
 * Part of an object, with null for fields to remove. Lists are replaced as a whole.
 * See https://www.rfc-editor.org/rfc/rfc7396
 */
export type MergePatch<V> = unknown extends V
  ? V
  : V extends Scalar
    ? V
    : V extends readonly (infer E)[]
      ? readonly Part<E>[]
      : { readonly [K in keyof V]?: MergePatch<V[K]> | null | undefined };

/**
 * Body of a patch, by its type: `merge` takes a part of the object, or the result of `mergeFrom`; `json` takes a list
 * of operations; `strategic` takes a part with directives, which the compiler does not check.
 */
export type PatchBody<T = KubernetesObject, P extends PatchType = PatchType> = {
  readonly merge: MergePatch<T> | MergePatch<KubernetesObject> | Unknown<T> | PatchSource;
  readonly json: readonly JsonPatchOperation[];
  readonly strategic: object;
}[P];
