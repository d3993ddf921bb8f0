import {
  diagnostic,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticParameters,
} from '../diagnostics/diagnostic.js';
import type { Position } from '../model/position.js';
import type { Schema } from '../model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import { positionOf } from '../compiler/position.js';
import { libraryPath, type SourceProgram } from '../compiler/program.js';
import type { Budget } from './budget.js';
import type { Annotations } from './usage.js';

/** One run over the sources: the compiler's program, and the problems found so far. */
export class Analysis {
  readonly program: SourceProgram;
  readonly diagnostics: Diagnostic[] = [];
  /** The object types that were read: one that is reached twice is analyzed, and its problems are reported, once. */
  readonly objects = new Map<ts.Type, Schema | undefined>();
  /** Generic types whose parts are ever new types of themselves, which was reported. */
  readonly endless = new Set<ts.Symbol>();
  /** How often a type that contains itself was cut off: what was read around a cut is not the whole type. */
  cuts = 0;
  /** What may still be read for the kind that is being read; undefined outside of kinds. */
  budget: Budget | undefined;
  /** What was read of declarations. */
  readonly annotations = new WeakMap<ts.Node, Annotations>();
  /** The doc comments that were read for a declaration: where each starts and ends. */
  readonly readComments = new Map<ts.SourceFile, Map<number, number>>();
  readonly #reported = new Set<string>();
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

  /** Whether a file is one of our own declarations, such as `api/markers.d.ts`. */
  isOurs(file: ts.SourceFile, path = ''): boolean {
    return file.fileName.startsWith(`${this.program.runtime}/${path}`);
  }

  /** Whether a file is the standard library's part that the program has. */
  isLibrary(file: ts.SourceFile): boolean {
    return file.fileName === libraryPath;
  }

  /** What a name means, followed through imports and re-exports. A type's name is asked for by each question about it. */
  symbolAt(node: ts.Node): ts.Symbol | undefined {
    if (!this.#symbols.has(node)) this.#symbols.set(node, this.#findSymbol(node));
    return this.#symbols.get(node);
  }

  #findSymbol(node: ts.Node): ts.Symbol | undefined {
    // The name of `{ name }` is the property; what is meant is the constant of that name.
    const symbol = typescript.isShorthandPropertyAssignment(node.parent)
      ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.checker.getSymbolAtLocation(node);
    if (symbol === undefined || (symbol.flags & typescript.SymbolFlags.Alias) === 0) return symbol;
    const target = this.checker.getAliasedSymbol(symbol);
    return target.declarations === undefined ? undefined : target;
  }
}
