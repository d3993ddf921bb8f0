import {
  diagnostic,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticParameters,
} from '../../base/diagnostics/diagnostic.js';
import type { Position } from '../../base/model/position.js';
import type { Schema } from '../../base/model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import { positionOf } from '../compiler/position.js';
import { libraryPath } from '../compiler/mini-lib.js';
import type { SourceProgram } from '../compiler/program.js';
import type { Budget } from './budget.js';
import type { Annotations } from './usage.js';

/** The state of one run over the sources: the compiler program, and the problems found so far. */
export class Analysis {
  readonly program: SourceProgram;
  readonly diagnostics: Diagnostic[] = [];
  /**
   * The object types read so far. An object type that is reached twice is analyzed once, and its problems are reported
   * once.
   */
  readonly objects = new Map<ts.Type, Schema | undefined>();
  /** Generic types that keep nesting new instances of themselves, and were reported for it. */
  readonly endless = new Set<ts.Symbol>();
  /** Number of times that a recursive type was cut off. What was read around a cut is not the whole type. */
  cuts = 0;
  /** The remaining budget of the kind being read; undefined outside of kinds. */
  budget: Budget | undefined;
  /** The annotations read so far, by declaration. */
  readonly annotations = new WeakMap<ts.Node, Annotations>();
  /** The doc comments read for declarations: the start and end of each. */
  readonly readComments = new Map<ts.SourceFile, Map<number, number>>();
  readonly #reported = new Set<string>();
  #stepsLeft: number | undefined;
  readonly #symbols = new Map<ts.Node, ts.Symbol | undefined>();

  constructor(program: SourceProgram) {
    this.program = program;
  }

  get checker(): ts.TypeChecker {
    return this.program.checker;
  }

  report<C extends DiagnosticCode>(code: C, at: ts.Node | Position, parameters: DiagnosticParameters<C>): void {
    const found = diagnostic(code, parameters, 'file' in at ? at : this.positionOf(at));
    const key = JSON.stringify([code, found.position, found.message]);
    if (!this.#reported.has(key)) this.diagnostics.push(found);
    this.#reported.add(key);
  }

  positionOf(node: ts.Node): Position {
    return positionOf(node, this.program.root);
  }

  /** Reports whether a file is one of the runtime's declarations, such as `api/markers.d.ts`. */
  isOurs(file: ts.SourceFile, path = ''): boolean {
    return file.fileName.startsWith(`${this.program.runtime}/${path}`);
  }

  /** Reports whether a file is the part of the standard library that the program includes. */
  isLibrary(file: ts.SourceFile): boolean {
    return file.fileName === libraryPath;
  }

  /** Whether a function that takes a limited number of steps is running. */
  get isWithin(): boolean {
    return this.#stepsLeft !== undefined;
  }

  /**
   * Runs a function that takes at most this many steps, together with the calls of the same kind inside it, because
   * types that refer to each other can be followed forever.
   */
  within<T>(most: number, run: (takeStep: () => boolean) => T): T {
    const isOutermost = this.#stepsLeft === undefined;
    this.#stepsLeft ??= most;
    try {
      return run(() => (this.#stepsLeft! -= 1) >= 0);
    } finally {
      if (isOutermost) this.#stepsLeft = undefined;
    }
  }

  /**
   * Returns the symbol of a name, resolved through imports and re-exports. It is cached because every question about a
   * type asks for the symbol of its name.
   */
  symbolAt(node: ts.Node): ts.Symbol | undefined {
    if (!this.#symbols.has(node)) this.#symbols.set(node, this.#findSymbol(node));
    return this.#symbols.get(node);
  }

  #findSymbol(node: ts.Node): ts.Symbol | undefined {
    // In `{ name }`, the symbol of the name is the property, but the constant of that name is needed.
    const symbol = typescript.isShorthandPropertyAssignment(node.parent)
      ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.checker.getSymbolAtLocation(node);
    if (symbol === undefined || (symbol.flags & typescript.SymbolFlags.Alias) === 0) return symbol;
    const target = this.checker.getAliasedSymbol(symbol);
    return target.declarations === undefined ? undefined : target;
  }
}
