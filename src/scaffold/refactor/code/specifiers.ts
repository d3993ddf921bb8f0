import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { isIdentifierOf } from './identifiers.js';

/** A string in a file that refers to another file. */
export interface Specifier {
  readonly text: string;
  /** Offsets of the text in the source, without its quotes. */
  readonly start: number;
  readonly end: number;
  /**
   * A `path` and a `url` are relative to their file even without a leading dot; some characters in a `url` are encoded.
   */
  readonly sort: 'module' | 'path' | 'url';
}

const mocking = new Set([
  'mock',
  'doMock',
  'unmock',
  'doUnmock',
  'importActual',
  'importMock',
  'requireActual',
  'requireMock',
]);

/**
 * Returns everything in a file that refers to another one: imports and exports of every form, mocks, and URLs relative
 * to the file.
 */
export function specifiersOf(file: ts.SourceFile): readonly Specifier[] {
  const found: Specifier[] = file.referencedFiles.map(({ fileName, pos, end }) => ({
    text: fileName,
    start: pos,
    end,
    sort: 'path',
  }));
  const visit = (node: ts.Node): void => {
    const literal = literalOf(node);
    if (literal !== undefined && typescript.isStringLiteralLike(literal)) {
      const sort = typescript.isNewExpression(node) ? 'url' : 'module';
      found.push({ text: literal.text, start: literal.getStart(file) + 1, end: literal.end - 1, sort });
    }
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function literalOf(node: ts.Node): ts.Node | undefined {
  if (typescript.isImportDeclaration(node) || typescript.isExportDeclaration(node)) return node.moduleSpecifier;
  if (typescript.isExternalModuleReference(node)) return node.expression;
  if (typescript.isImportTypeNode(node)) {
    return typescript.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  }
  // An augmentation of another module: `declare module './x.js' { ... }`.
  if (typescript.isModuleDeclaration(node)) return node.name;
  if (typescript.isCallExpression(node)) return namesModule(node.expression) ? node.arguments[0] : undefined;
  if (typescript.isNewExpression(node)) return isUrlOfFile(node) ? node.arguments?.[0] : undefined;
  return undefined;
}

function namesModule(callee: ts.Expression): boolean {
  if (callee.kind === typescript.SyntaxKind.ImportKeyword) return true;
  if (typescript.isIdentifier(callee)) return callee.text === 'require';
  if (!typescript.isPropertyAccessExpression(callee)) return false;
  const { expression, name } = callee;
  if (name.text === 'resolve') return isIdentifierOf(expression, 'require') || typescript.isMetaProperty(expression);
  return mocking.has(name.text) && ['vi', 'vitest', 'jest'].some((each) => isIdentifierOf(expression, each));
}

function isUrlOfFile({ expression, arguments: given }: ts.NewExpression): boolean {
  const base = given?.[1];
  return (
    isIdentifierOf(expression, 'URL') &&
    base !== undefined &&
    typescript.isPropertyAccessExpression(base) &&
    base.name.text === 'url' &&
    typescript.isMetaProperty(base.expression)
  );
}
