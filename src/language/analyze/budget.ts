import type { ts } from '../compiler/compiler.js';
import { mostSchemas, mostSteps } from '../../base/model/limits.js';

/** A field of a kind: the node and the name used in a problem. */
interface Field {
  readonly node: ts.Node;
  readonly field: string;
}

/** Thrown when a kind expands to more than the limits allow. It names one of the fields. */
export class KindTooLarge extends Error {
  readonly at: Field;

  constructor(at: Field) {
    super(`${at.field} expands to too much`);
    this.at = at;
  }
}

/**
 * Counts what is read for one kind, because a few types that refer to each other twice can expand practically forever.
 */
export class Budget {
  #schemas = 0;
  #steps = 0;
  #at: Field;

  constructor(kind: Field) {
    this.#at = kind;
  }

  /**
   * Counts a schema. Problems point at the fields of the kind and of its `spec`, because types below these are often
   * shared.
   */
  countSchema({ node, field, expanding }: Field & { readonly expanding: readonly ts.Type[] }): void {
    if (expanding.length <= 2) this.#at = { node, field };
    this.#schemas += 1;
    if (this.#schemas > mostSchemas) throw new KindTooLarge(this.#at);
  }

  /** Counts following a name, reading a part of a type node, or comparing a schema. */
  countStep(): void {
    this.#steps += 1;
    if (this.#steps > mostSteps) throw new KindTooLarge(this.#at);
  }
}
