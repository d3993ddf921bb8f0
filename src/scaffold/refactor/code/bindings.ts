import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { identifiersOf } from './identifiers.js';

/** The meaning of names in the code of a project, in terms of the positions of their declarations. */
export interface Bindings {
  /** The meaning of each name, by its position. */
  readonly names: ReadonlyMap<string, ReadonlyMap<number, Meaning>>;
  /** The exports of each file that re-exports everything from another one, and the position of the re-export. */
  readonly exports: ReadonlyMap<string, { readonly at: number; readonly meaning: Meaning }>;
  /** The positions at which a file declares something twice. */
  readonly repeated: ReadonlyMap<string, readonly number[]>;
}

/** Declarations, as files and positions in them. */
export type Meaning = readonly (readonly [file: string, at: number])[];

/** Returns the meaning of these names wherever they occur. */
export function bindingsOf(program: ts.Program, files: readonly string[], texts: ReadonlySet<string>): Bindings {
  const checker = program.getTypeChecker();
  const names = new Map<string, Map<number, Meaning>>();
  const exports = new Map<string, { readonly at: number; readonly meaning: Meaning }>();
  const repeated = new Map<string, readonly number[]>();
  for (const path of files) {
    const file = program.getSourceFile(path);
    if (file === undefined) continue;
    const isNamed = [...texts].some((each) => file.text.includes(each));
    if (isNamed) {
      const found = [...identifiersOf(file)].filter(([, node]) => texts.has(node.text));
      names.set(path, new Map(found.map(([at, node]) => [at, meaningOf(checker, symbolOf(checker, node))])));
    }
    const module = checker.getSymbolAtLocation(file);
    const all = file.statements.find(passesOn);
    if (module !== undefined && all !== undefined) {
      const meaning = checker.getExportsOfModule(module).flatMap((each) => meaningOf(checker, each));
      exports.set(path, { at: all.getStart(file), meaning });
    }
    if (isNamed) repeated.set(path, repeatedIn(file));
  }
  return { names, exports, repeated };
}

function passesOn(statement: ts.Statement): boolean {
  return typescript.isExportDeclaration(statement) && statement.exportClause === undefined;
}

/** Returns what an identifier refers to: of `{ x }`, the variable, and of `export { x }`, the declaration. */
export function symbolOf(checker: ts.TypeChecker, node: ts.Identifier): ts.Symbol | undefined {
  const { parent } = node;
  if (typescript.isShorthandPropertyAssignment(parent) && parent.name === node)
    return checker.getShorthandAssignmentValueSymbol(parent);
  if (typescript.isExportSpecifier(parent) && parent.parent.parent.moduleSpecifier === undefined) {
    return checker.getExportSpecifierLocalTargetSymbol(parent);
  }
  return checker.getSymbolAtLocation(node);
}

/** Returns the declarations of a symbol and of the symbol that it finally refers to: an import has both. */
function meaningOf(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): Meaning {
  if (symbol === undefined) return [];
  const isAlias = (symbol.flags & typescript.SymbolFlags.Alias) !== 0;
  const target = isAlias ? checker.getAliasedSymbol(symbol) : undefined;
  return [...(symbol.declarations ?? []), ...(target?.declarations ?? [])].map((each) => {
    const file = each.getSourceFile();
    return [file.fileName, each.getStart(file)];
  });
}

/** Returns the binder's list of duplicate declarations. The checker would have to check the whole file for it. */
function repeatedIn(file: ts.SourceFile & { readonly bindDiagnostics?: readonly ts.Diagnostic[] }): readonly number[] {
  return (file.bindDiagnostics ?? []).map(({ start = 0 }) => start);
}
