import type { ts } from '../compiler/compiler.js';
import type { JsonValue } from '../../base/model/schema.js';

/**
 * The part of an expression that cannot be evaluated from the text, and the reason, unless it would require running the
 * code.
 */
export interface Unreadable {
  readonly unreadable: ts.Node;
  readonly why?: 'inexact-number' | 'duplicate-key' | 'value-too-large';
}

/** The value of an expression, or the part that cannot be evaluated without running the code. */
export type Evaluation = { readonly value: JsonValue } | Unreadable;
