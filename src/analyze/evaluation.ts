import type { ts } from '../compiler/compiler.js';
import type { JsonValue } from '../model/schema.js';

/** The part of an expression whose value cannot be read from the text, and the reason unless it is code that would have to run. */
export interface Unreadable {
  readonly unreadable: ts.Node;
  readonly why?: 'inexact-number' | 'duplicate-key' | 'value-too-large';
}

/** The value of an expression, or the part of it that cannot be read without running the code. */
export type Evaluation = { readonly value: JsonValue } | Unreadable;
