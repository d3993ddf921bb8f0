import type { KindReference } from '../../base/model/rbac.js';
import type { JsonObject, JsonValue, Schema } from '../../base/model/schema.js';

/**
 * The valid values of one argument of a marker. It is data, so that the type of the decorator, the source reader, the
 * diagnostics and the documentation all use the same description.
 */
export type Argument =
  | { readonly type: 'number'; readonly integer?: boolean; readonly minimum?: number }
  /** @property known the type that the decorator accepts, if it is narrower: literals and template literals */
  | { readonly type: 'string'; readonly known?: readonly string[] }
  | { readonly type: 'boolean' }
  /** Only `true`, where the API server accepts no `false`. */
  | { readonly type: 'true' }
  /** A schema with the keywords of a CRD. @property orTrue whether `true` is also accepted */
  | { readonly type: 'schema'; readonly orTrue?: boolean }
  | { readonly type: 'json' }
  | { readonly type: 'pattern' }
  /** @property orCount whether a whole number of 0 or more is also accepted */
  | { readonly type: 'choice'; readonly values: readonly string[]; readonly orCount?: boolean }
  | { readonly type: 'list'; readonly of: Argument }
  /** User-defined keys, such as annotations. */
  | { readonly type: 'record'; readonly of: Argument }
  /** The class of a kind, or the handle of one, such as `Deployment`. */
  | { readonly type: 'kind' }
  /** Other markers, written as calls. */
  | { readonly type: 'markers'; readonly part: 'items' | 'values' | 'keys' }
  | { readonly type: 'object'; readonly fields: Readonly<Record<string, Field>> };

/** A key of an object argument. */
export interface Field {
  readonly argument: Argument;
  readonly optional?: boolean;
  readonly summary: string;
}

export const number = { type: 'number' } as const;
/** A non-negative integer that counts something: lengths, items, properties. */
export const count = { type: 'number', integer: true, minimum: 0 } as const;
export const integer = { type: 'number', integer: true } as const;
export const string = { type: 'string' } as const;
/** Returns a string for which the decorator accepts only these literals and template literals. */
export function oneOf(...known: readonly string[]): { type: 'string'; known: readonly string[] } {
  return { type: 'string', known };
}
export const boolean = { type: 'boolean' } as const;
export const onlyTrue = { type: 'true' } as const;
export const rawSchema = { type: 'schema' } as const;
export const rawSchemaOrTrue = { type: 'schema', orTrue: true } as const;
export const json = { type: 'json' } as const;
export const kind = { type: 'kind' } as const;
/** A regular expression, as a literal or as a string. */
export const pattern = { type: 'pattern' } as const;

/** Returns an argument of schema markers, written as calls, for a part of the schema. */
export function markers<const P extends 'items' | 'values' | 'keys'>(part: P): { type: 'markers'; part: P } {
  return { type: 'markers', part };
}

/** Applies markers to a schema. Problems are reported at the position of the marker. */
export type SchemaChange = (schema: Schema) => void;

export function record<A extends Argument>(of: A): { type: 'record'; of: A } {
  return { type: 'record', of };
}

export function choice<const V extends readonly string[]>(...values: V): { type: 'choice'; values: V } {
  return { type: 'choice', values };
}

/** Returns one of these strings, or a whole number. */
export function choiceOrCount<const V extends readonly string[]>(
  ...values: V
): { type: 'choice'; values: V; orCount: true } {
  return { type: 'choice', values, orCount: true };
}

export function list<A extends Argument>(of: A): { type: 'list'; of: A } {
  return { type: 'list', of };
}

export function object<const F extends Readonly<Record<string, Field>>>(fields: F): { type: 'object'; fields: F } {
  return { type: 'object', fields };
}

/** The value of an argument after it was read. */
export type ArgumentValue<A extends Argument> = A extends { type: 'number' }
  ? number
  : A extends { type: 'string' } | { type: 'pattern' }
    ? string
    : A extends { type: 'boolean' | 'true' }
      ? boolean
      : A extends { type: 'json' }
        ? JsonValue
        : A extends { type: 'schema' }
          ? JsonObject
          : A extends { type: 'kind' }
            ? KindReference
            : A extends { type: 'markers' }
              ? SchemaChange
              : A extends { type: 'record'; of: infer O extends Argument }
                ? { readonly [key: string]: ArgumentValue<O> }
                : A extends { type: 'choice'; values: readonly (infer V)[]; orCount: true }
                  ? V | number
                  : A extends { type: 'choice'; values: readonly (infer V)[] }
                    ? V
                    : A extends { type: 'list'; of: infer O extends Argument }
                      ? readonly ArgumentValue<O>[]
                      : A extends { type: 'object'; fields: infer F extends Readonly<Record<string, Field>> }
                        ? ObjectValue<F>
                        : never;

type OptionalKeys<F> = { [K in keyof F]: F[K] extends { optional: true } ? K : never }[keyof F];

type ObjectValue<F extends Readonly<Record<string, Field>>> = {
  readonly [K in Exclude<keyof F, OptionalKeys<F>>]: ArgumentValue<F[K]['argument']>;
} & {
  readonly [K in OptionalKeys<F>]?: ArgumentValue<F[K & keyof F]['argument']>;
};
