import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseFile } from '../../../language/compiler/parse-source.js';
import { identifiersOf } from './identifiers.js';

/** The names that a file uses but does not declare. */
export interface FreeNames {
  /** Names that it neither declares nor imports: global ones, and missing ones. */
  readonly unknown: ReadonlySet<string>;
  /** Names that it imports as types but uses as values. */
  readonly onlyTypes: ReadonlySet<string>;
}

/** Returns the names in a file that are not declared in it, according to the scopes of the language. */
export function freeNames(path: string, text: string): FreeNames {
  const file = parseFile(path, text);
  const checker = programOf(file).getTypeChecker();
  const [unknown, onlyTypes] = [new Set<string>(), new Set<string>()];
  for (const node of identifiersOf(file).values()) {
    if (!isReference(node)) continue;
    const symbol = symbolOf(checker, node);
    // The compiler creates a symbol for a type that it cannot find.
    if ((symbol?.declarations ?? []).length === 0) unknown.add(node.text);
    else if (isValue(node) && isOnlyType(symbol!)) onlyTypes.add(node.text);
  }
  return { unknown, onlyTypes };
}

function programOf(file: ts.SourceFile): ts.Program {
  return typescript.createProgram({
    rootNames: [file.fileName],
    options: { noResolve: true, noLib: true, types: [], allowJs: true },
    host: {
      getSourceFile: (path) => (path === file.fileName ? file : undefined),
      getDefaultLibFileName: () => '',
      getCurrentDirectory: () => '',
      getCanonicalFileName: (path) => path,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      fileExists: (path) => path === file.fileName,
      readFile: () => undefined,
      writeFile: () => undefined,
    },
  });
}

function symbolOf(checker: ts.TypeChecker, node: ts.Identifier): ts.Symbol | undefined {
  const { parent } = node;
  if (typescript.isShorthandPropertyAssignment(parent)) return checker.getShorthandAssignmentValueSymbol(parent);
  if (typescript.isExportSpecifier(parent)) return checker.getExportSpecifierLocalTargetSymbol(parent);
  return checker.getSymbolAtLocation(node);
}

/** Reports whether an identifier refers to something that is declared elsewhere, and is not the name of a member. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (typescript.isExportSpecifier(parent))
    return parent.parent.parent.moduleSpecifier === undefined && (parent.propertyName ?? parent.name) === node;
  if (typescript.isImportSpecifier(parent) || typescript.isImportTypeNode(parent)) return false;
  if (typescript.isShorthandPropertyAssignment(parent)) return true;
  const { name, propertyName, label, right } = parent as ts.Node & Partial<Record<Part, ts.Node>>;
  if (name === node || propertyName === node || label === node) return false;
  return !(typescript.isQualifiedName(parent) && right === node);
}

type Part = 'name' | 'propertyName' | 'label' | 'right';

function isValue(node: ts.Identifier): boolean {
  if (typescript.isExportSpecifier(node.parent)) return false;
  for (let each: ts.Node = node; each !== undefined; each = each.parent) {
    if (typescript.isTypeNode(each) && !typescript.isExpressionWithTypeArguments(each)) return false;
    if (typescript.isHeritageClause(each))
      return each.token === typescript.SyntaxKind.ExtendsKeyword && typescript.isClassLike(each.parent);
    if (typescript.isStatement(each)) return true;
  }
  return true;
}

function isOnlyType({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((each) => typescript.isTypeOnlyImportDeclaration(each));
}
