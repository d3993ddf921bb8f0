import { typescript, type ts } from '../../../language/compiler/compiler.js';

/** Returns the names in a file's code by their start; names in comments are not included. */
export function identifiersOf(file: ts.SourceFile): ReadonlyMap<number, ts.Identifier> {
  const found = new Map<number, ts.Identifier>();
  const visit = (node: ts.Node): void => {
    if (typescript.isIdentifier(node)) found.set(node.getStart(file), node);
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Reports whether a node is an identifier with this name. */
export function isIdentifierOf(node: ts.Node, name: string): boolean {
  return typescript.isIdentifier(node) && node.text === name;
}

/** Returns a name that is written as an identifier or as a text; undefined for one that is computed. */
export function writtenName(node: ts.Node): string | undefined {
  return typescript.isIdentifier(node) || typescript.isStringLiteralLike(node) ? node.text : undefined;
}

/**
 * Reports whether an identifier declares a name: in a declaration, or in an import or export with an alias. Members of classes
 * and types do not count.
 */
export function isDeclarationName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (typescript.isImportSpecifier(parent) || typescript.isExportSpecifier(parent))
    return parent.propertyName !== undefined && parent.name === node;
  return (
    (typescript.isClassLike(parent) ||
      typescript.isFunctionDeclaration(parent) ||
      typescript.isFunctionExpression(parent) ||
      typescript.isVariableDeclaration(parent) ||
      typescript.isParameter(parent) ||
      typescript.isBindingElement(parent) ||
      typescript.isInterfaceDeclaration(parent) ||
      typescript.isTypeAliasDeclaration(parent) ||
      typescript.isEnumDeclaration(parent) ||
      typescript.isNamespaceImport(parent) ||
      typescript.isImportClause(parent)) &&
    parent.name === node
  );
}

/** Reports whether an identifier names a member of an object, a class or a module, and is thus unrelated to variables. */
export function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (typescript.isQualifiedName(parent)) return parent.right === node;
  return (
    (typescript.isPropertyAccessExpression(parent) ||
      typescript.isPropertyAssignment(parent) ||
      typescript.isClassElement(parent) ||
      typescript.isTypeElement(parent)) &&
    parent.name === node
  );
}

/** Reports whether a text is a valid name of a variable or a class in a module. */
export function isName(text: string): boolean {
  const scanner = typescript.createScanner(typescript.ScriptTarget.Latest, false, undefined, text);
  const token = scanner.scan();
  const { Identifier, AbstractKeyword, AwaitKeyword } = typescript.SyntaxKind;
  // Contextual keywords such as `type` and `from` follow the reserved ones.
  const isFree = token === Identifier || (token >= AbstractKeyword && token !== AwaitKeyword);
  return isFree && scanner.getTokenEnd() === text.length && !['arguments', 'eval', 'undefined'].includes(text);
}
