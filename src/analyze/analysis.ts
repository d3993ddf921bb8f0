import {
  diagnostic,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticParameters,
} from '../diagnostics/diagnostic.js';
import type { Position } from '../model/position.js';
import { typescript, type ts } from '../ts/compiler.js';
import { positionOf } from '../ts/position.js';
import type { SourceProgram } from '../ts/program.js';

/** One run over the sources: the compiler's program, and the problems found so far. */
export class Analysis {
  readonly program: SourceProgram;
  readonly diagnostics: Diagnostic[] = [];

  constructor(program: SourceProgram) {
    this.program = program;
  }

  get checker(): ts.TypeChecker {
    return this.program.checker;
  }

  report<C extends DiagnosticCode>(code: C, at: ts.Node | Position, parameters: DiagnosticParameters<C>): void {
    this.diagnostics.push(diagnostic(code, parameters, 'file' in at ? at : this.positionOf(at)));
  }

  positionOf(node: ts.Node): Position {
    return positionOf(node, this.program.root);
  }

  /** Whether a file is one of our own declarations, such as `api/markers.d.ts`. */
  isOurs(file: ts.SourceFile, path = ''): boolean {
    return file.fileName.startsWith(`${this.program.runtime}/${path}`);
  }

  /** What a name means, followed through imports and re-exports. */
  symbolAt(node: ts.Node): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(node);
    if (symbol === undefined || (symbol.flags & typescript.SymbolFlags.Alias) === 0) return symbol;
    const target = this.checker.getAliasedSymbol(symbol);
    return target.declarations === undefined ? undefined : target;
  }
}
