import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { isOfRuntime, qualified } from '../code/calls.js';
import { effectNames, isEffect } from './effects.js';

/** The types with methods that send requests. */
export class ClientTypes {
  readonly #program: SourceProgram;
  readonly #known = new Map<ts.Type, boolean>();

  constructor(program: SourceProgram) {
    this.#program = program;
  }

  /** Reports whether the type of an expression is a client. */
  has(expression: ts.Expression): boolean {
    return this.isClient(this.#program.checker.getTypeAtLocation(expression));
  }

  /** Reports whether the type of an expression is a manager, which has clients. */
  isManager(expression: ts.Expression): boolean {
    const { symbol } = this.#program.checker.getTypeAtLocation(expression);
    return symbol?.name === 'Manager' && isOfRuntime(symbol.declarations?.[0], this.#program);
  }

  /** Reports whether a type is a client, or a union with one. */
  isClient(type: ts.Type): boolean {
    if (type.isUnion()) return type.types.some((each) => this.isClient(each));
    const known = this.#known.get(type);
    if (known !== undefined) return known;
    const isClient = this.#methodsIn(type).some((each) => this.#nameOf(each) !== undefined);
    this.#known.set(type, isClient);
    return isClient;
  }

  /** Returns the name of a client's method in the table of effects; undefined for any other method. */
  methodOf(client: ts.Type, name: string): string | undefined {
    const { checker } = this.#program;
    const property = checker.getPropertyOfType(checker.getNonNullableType(client), name);
    return property && this.#nameOf(property);
  }

  /** Returns the method declarations in the project that have the names of client methods. */
  narrowIn(type: ts.Type): readonly ts.Declaration[] {
    const types = type.isUnion() ? type.types : [type];
    return types.flatMap((each) => this.#methodsIn(each)).flatMap(({ declarations = [] }) => declarations);
  }

  #methodsIn(type: ts.Type): readonly ts.Symbol[] {
    if (
      !(
        type.flags &
        (typescript.TypeFlags.Object | typescript.TypeFlags.Intersection | typescript.TypeFlags.TypeParameter)
      )
    )
      return [];
    return this.#program.checker.getPropertiesOfType(type).filter(({ name }) => effectNames.has(name));
  }

  #nameOf(method: ts.Symbol): string | undefined {
    const [declaration] = method.declarations ?? [];
    if (declaration === undefined || !isOfRuntime(declaration, this.#program)) return undefined;
    const name = qualified(declaration);
    return isEffect(name) ? name : undefined;
  }
}
