import type { ts } from '../compiler/compiler.js';
import { mostSchemas, mostSteps } from '../model/limits.js';

/** A field of a kind: what a problem points at and calls it. */
interface Field {
  readonly node: ts.Node;
  readonly field: string;
}

/** Says that a kind stands for more than is read of one, and at which of its fields. */
export class KindTooLarge extends Error {
  readonly at: Field;

  constructor(at: Field) {
    super(`${at.field} expands to too much`);
    this.at = at;
  }
}

/** Counts what is read for one kind: a few types that name each other twice stand for more than a lifetime is long. */
export class Budget {
  #schemas = 0;
  #steps = 0;
  #at: Field;

  constructor(kind: Field) {
    this.#at = kind;
  }

  /** Counts a schema. Problems point at the fields of the kind and of its `spec`: types below these are often shared. */
  countSchema({ node, field, expanding }: Field & { readonly expanding: readonly ts.Type[] }): void {
    if (expanding.length <= 2) this.#at = { node, field };
    this.#schemas += 1;
    if (this.#schemas > mostSchemas) throw new KindTooLarge(this.#at);
  }

  /** Counts a look at a name, a part of a written type, or a schema that is compared. */
  countStep(): void {
    this.#steps += 1;
    if (this.#steps > mostSteps) throw new KindTooLarge(this.#at);
  }
}
