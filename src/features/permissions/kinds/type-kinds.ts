import type { ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import type { FoundKind } from './known-kinds.js';
import { onlyPartOf, partsOf } from './type-parts.js';

/** Finds the kinds in types, including their parts. */
export class TypeKinds {
  readonly #program: SourceProgram;
  readonly #ofType: (type: ts.Type) => readonly FoundKind[] | undefined;
  readonly #within = new Map<ts.Type, readonly FoundKind[]>();

  /** @param ofType returns the kinds of a handle or an object; undefined if its type does not show them */
  constructor(program: SourceProgram, ofType: (type: ts.Type) => readonly FoundKind[] | undefined) {
    this.#program = program;
    this.#ofType = ofType;
  }

  /** Returns the kinds of a type or its parts: the elements of a list, or properties. */
  within(type: ts.Type): readonly FoundKind[] {
    const known = this.#within.get(type);
    if (known !== undefined) return known;
    // A type can be part of itself.
    this.#within.set(type, []);
    const found = this.#ofType(type) ?? partsOf(type, this.#program).flatMap((each) => this.within(each));
    this.#within.set(type, found);
    return found;
  }

  /** Returns the kinds of a handle or an object, or of a list or a promise of one, but not those of different parts. */
  ofOne(type: ts.Type): readonly FoundKind[] {
    const own = this.#ofType(type);
    if (own !== undefined) return own;
    if (type.isUnion()) return type.types.flatMap((each) => this.ofOne(each));
    const part = onlyPartOf(type, this.#program);
    return part === undefined ? [] : this.ofOne(part);
  }
}
