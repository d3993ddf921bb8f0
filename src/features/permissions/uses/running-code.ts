import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { isFunctionLike, symbolAt, visitAll } from '../code/calls.js';

/** The code that an operator may run: what its entry points load and refer to, directly or not. */
export interface RunningCode {
  readonly statements: readonly ts.Statement[];
  /** Whether additional code is loaded that is known only at run time. */
  readonly isOpen: boolean;
}

/** Calls that make a file an entry point. */
const starts = /\b(?:runOperator|createManager)\s*(?:<[^>]*>)?\(/;

/**
 * Returns the code that an operator can run; none if no entry point is found. A function or a class without references
 * never runs, even if its file is imported.
 */
export function runningCode(program: SourceProgram): RunningCode {
  const search = new RunningSearch(program);
  const entries = program.files.filter(
    ({ fileName, text }) => fileName === `${program.root}/src/main.ts` || starts.test(text),
  );
  for (const file of entries) for (const each of file.statements) search.reach(each);
  search.finish();
  return { statements: [...search.reached], isOpen: search.isOpen || entries.length === 0 };
}

class RunningSearch {
  readonly reached = new Set<ts.Statement>();
  isOpen = false;
  readonly #program: SourceProgram;
  readonly #files: ReadonlyMap<string, ts.SourceFile>;
  readonly #loaded = new Set<ts.SourceFile>();
  readonly #left: ts.Statement[] = [];

  constructor(program: SourceProgram) {
    this.#program = program;
    this.#files = new Map(program.files.map((file) => [file.fileName, file]));
  }

  reach(statement: ts.Statement): void {
    if (this.reached.has(statement)) return;
    this.reached.add(statement);
    this.#left.push(statement);
    this.#load(statement.getSourceFile());
  }

  finish(): void {
    for (let next = this.#left.pop(); next !== undefined; next = this.#left.pop())
      if (!typescript.isImportDeclaration(next)) visitAll(next, (node) => this.#visit(node));
  }

  /** Loads a file: its statements run, and its imports are loaded. */
  #load(file: ts.SourceFile): void {
    if (this.#loaded.has(file)) return;
    this.#loaded.add(file);
    for (const each of file.statements) if (runsWhenLoaded(each)) this.reach(each);
    for (const path of this.#program.imports.get(file.fileName) ?? []) {
      const imported = this.#files.get(path);
      if (imported !== undefined) this.#load(imported);
    }
  }

  #visit(node: ts.Node): void {
    if (typescript.isIdentifier(node) && !this.#isMember(node))
      for (const each of symbolAt(node, this.#program)?.declarations ?? []) this.#declared(each, node);
    if (!typescript.isCallExpression(node)) return;
    const isImport = node.expression.kind === typescript.SyntaxKind.ImportKeyword;
    if (isImport || node.expression.getText() === 'require') this.#imported(node.arguments[0]);
  }

  /**
   * Reports whether a name is that of a member. Only the name of its object refers to a declaration; for the member,
   * the compiler would have to determine the type of the object.
   */
  #isMember(node: ts.Identifier): boolean {
    const { parent } = node;
    if (typescript.isPropertyAssignment(parent) || typescript.isMethodDeclaration(parent)) return parent.name === node;
    if (!typescript.isPropertyAccessExpression(parent) || parent.name !== node) return false;
    const { expression } = parent;
    const [owner] = (typescript.isIdentifier(expression) && symbolAt(expression, this.#program)?.declarations) || [];
    return owner === undefined || !typescript.isSourceFile(owner);
  }

  #declared(declaration: ts.Declaration, from: ts.Node): void {
    if (typescript.isSourceFile(declaration)) {
      // In `hooks.setUp`, the name refers to the code that runs.
      const isMember = typescript.isPropertyAccessExpression(from.parent) && from.parent.expression === from;
      if (!isMember) this.#allOf(declaration);
      return;
    }
    const statement = topLevel(declaration);
    if (statement !== undefined && this.#isOwn(statement.getSourceFile())) this.reach(statement);
  }

  /** Reads `import('./file.js')`. */
  #imported(specifier: ts.Expression | undefined): void {
    const isLiteral = specifier !== undefined && typescript.isStringLiteralLike(specifier);
    const [file] = (isLiteral && symbolAt(specifier, this.#program)?.declarations) || [];
    if (file !== undefined && typescript.isSourceFile(file)) this.#allOf(file);
    // A package is loaded, or an unknown file.
    else if (!isLiteral || /^[.#~]/.test(specifier.text)) this.isOpen = true;
  }

  /** Marks all exports of a module as used. */
  #allOf(file: ts.SourceFile): void {
    if (!this.#isOwn(file)) return;
    this.#load(file);
    const module = this.#program.checker.getSymbolAtLocation(file);
    if (module === undefined) for (const each of file.statements) this.reach(each);
    else
      for (const each of this.#program.checker.getExportsOfModule(module)) {
        const target = each.flags & typescript.SymbolFlags.Alias ? this.#program.checker.getAliasedSymbol(each) : each;
        for (const declaration of target.declarations ?? []) this.#declared(declaration, declaration);
      }
  }

  #isOwn(file: ts.SourceFile): boolean {
    return this.#files.get(file.fileName) === file;
  }
}

/** Reports whether a statement of a module has an effect before anything refers to it. */
function runsWhenLoaded(statement: ts.Statement): boolean {
  if (typescript.isVariableStatement(statement))
    return statement.declarationList.declarations.some(
      ({ initializer }) =>
        initializer !== undefined && !isFunctionLike(initializer) && !typescript.isClassLike(initializer),
    );
  return !(
    typescript.isFunctionDeclaration(statement) ||
    typescript.isClassDeclaration(statement) ||
    typescript.isInterfaceDeclaration(statement) ||
    typescript.isTypeAliasDeclaration(statement) ||
    typescript.isImportDeclaration(statement) ||
    typescript.isExportDeclaration(statement)
  );
}

/** Returns the top-level statement of a file that contains a node. */
function topLevel(node: ts.Node): ts.Statement | undefined {
  let inner = node;
  while (inner.parent !== undefined && !typescript.isSourceFile(inner.parent)) inner = inner.parent;
  return inner.parent === undefined ? undefined : (inner as ts.Statement);
}
