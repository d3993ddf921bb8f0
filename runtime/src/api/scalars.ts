// Scalars are flavoured, not branded: the optional symbol property keeps a type apart for the generator while a plain
// value is still assignable without a cast. See docs/decisions for what was tried.
declare const flavour: unique symbol;

/** A 32-bit signed integer: `type: integer, format: int32`. */
export type Int32 = number & { readonly [flavour]?: 'Int32' };

/** A 64-bit signed integer: `type: integer, format: int64`. JavaScript is exact up to 2^53. */
export type Int64 = number & { readonly [flavour]?: 'Int64' };

/** A floating-point number: `type: number, format: double`. Kubernetes API conventions advise against it in a spec. */
export type Double = number & { readonly [flavour]?: 'Double' };

/** A resource quantity such as `500m` or `1Gi`; the API server accepts a number too. */
export type Quantity = (string | number) & { readonly [flavour]?: 'Quantity' };

/** A number or a string, such as a port or a percentage. */
export type IntOrString = (string | number) & { readonly [flavour]?: 'IntOrString' };

/** A Go duration such as `1h30m` (metav1.Duration): a string without a format. */
export type Duration = string & { readonly [flavour]?: 'Duration' };

/** An RFC 3339 time with seconds (metav1.Time): a string with format `date-time`. */
export type Time = string & { readonly [flavour]?: 'Time' };

/** An RFC 3339 time with microseconds (metav1.MicroTime): a string with format `date-time`. */
export type MicroTime = string & { readonly [flavour]?: 'MicroTime' };

/** Base64 text: a string with format `byte`. */
export type Bytes = string & { readonly [flavour]?: 'Bytes' };

/** Any JSON value, kept as it is: no type, unknown fields preserved (apiextensionsv1.JSON). */
export type Json = (string | number | boolean | null | JsonObject | Json[]) & { readonly [flavour]?: 'Json' };

/** A JSON object of any shape. */
export interface JsonObject {
  [key: string]: Json;
}

/** A whole Kubernetes object of any kind: an object whose unknown fields are preserved (runtime.RawExtension). */
export type RawExtension = JsonObject & { readonly [flavour]?: 'RawExtension' };

/** What markers for objects and records fit: neither a list nor a flavour of something else, which are objects to TypeScript. */
export type ObjectValue = object & {
  readonly [flavour]?: 'RawExtension';
  readonly [Symbol.iterator]?: never;
};
