// Scalars are flavored, not branded: the optional symbol property lets the generator tell types apart, while a plain
// value stays assignable without a cast. See docs/decisions for the alternatives that were tried.
declare const flavour: unique symbol;

/** 32-bit signed integer: `type: integer, format: int32`. */
export type Int32 = number & { readonly [flavour]?: 'Int32' };

/** 64-bit signed integer: `type: integer, format: int64`. JavaScript is exact up to 2^53. */
export type Int64 = number & { readonly [flavour]?: 'Int64' };

/**
 * Floating-point number: `type: number, format: double`. The Kubernetes API conventions advise against it in a spec.
 */
export type Double = number & { readonly [flavour]?: 'Double' };

/** Integer without a format: `type: integer`, for existing CRDs with such fields. The API server accepts 64 bits. */
export type Integer = number & { readonly [flavour]?: 'Integer' };

/** Number without a format: `type: number`, for existing CRDs with such fields. */
export type JsonNumber = number & { readonly [flavour]?: 'JsonNumber' };

/** Resource quantity such as `500m` or `1Gi`; the API server also accepts a number. */
export type Quantity = (string | number) & { readonly [flavour]?: 'Quantity' };

/** Number or string, such as a port or a percentage. */
export type IntOrString = (string | number) & { readonly [flavour]?: 'IntOrString' };

/** Go duration such as `1h30m` (metav1.Duration): a string without a format. */
export type Duration = string & { readonly [flavour]?: 'Duration' };

/** RFC 3339 time with seconds (metav1.Time): a string with format `date-time`. */
export type Time = string & { readonly [flavour]?: 'Time' };

/** RFC 3339 time with microseconds (metav1.MicroTime): a string with format `date-time`. */
export type MicroTime = string & { readonly [flavour]?: 'MicroTime' };

/** Base64 text: a string with format `byte`. */
export type Bytes = string & { readonly [flavour]?: 'Bytes' };

/**
 * Any JSON value, kept as is: no type, unknown fields preserved (apiextensionsv1.JSON). Parts of a value can be null;
 * for a field that can be null itself, write `Json | null`.
 */
export type Json = (string | number | boolean | JsonObject | (Json | null)[]) & { readonly [flavour]?: 'Json' };

/** JSON object of any shape. */
export interface JsonObject {
  [key: string]: Json | null;
}

/** Complete Kubernetes object of any kind: an object whose unknown fields are preserved (runtime.RawExtension). */
export type RawExtension = JsonObject & { readonly [flavour]?: 'RawExtension' };

/**
 * Types that accept markers for objects and records. Excludes lists and flavored scalars, which TypeScript treats as
 * objects too.
 */
export type ObjectValue = object & {
  readonly [flavour]?: 'RawExtension';
  readonly [Symbol.iterator]?: never;
};
