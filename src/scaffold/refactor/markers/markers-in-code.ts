import { typescript, type ts } from '../../../language/compiler/compiler.js';

/** A decorator that is called, as in `@Rbac({ ... })`. */
export interface CalledDecorator {
  readonly call: ts.CallExpression;
  readonly name: ts.Identifier;
}

export function decoratorsOf(file: ts.SourceFile): readonly CalledDecorator[] {
  const found: CalledDecorator[] = [];
  const visit = (node: ts.Node): void => {
    if (typescript.isDecorator(node) && typescript.isCallExpression(node.expression)) {
      const { expression: callee } = node.expression;
      const name = typescript.isPropertyAccessExpression(callee) ? callee.name : callee;
      if (typescript.isIdentifier(name)) found.push({ call: node.expression, name });
    }
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the original name of a decorator, which imports, exports and constants can have changed. */
export function importedName(checker: ts.TypeChecker, name: ts.Identifier, steps = 8): string {
  const symbol = checker.getSymbolAtLocation(name);
  const origin = symbol && originOf(checker, symbol);
  const constant = origin?.declarations?.find((each) => typescript.isVariableDeclaration(each));
  const value = constant?.initializer;
  if (value !== undefined && steps > 0) {
    if (typescript.isIdentifier(value)) return importedName(checker, value, steps - 1);
    if (typescript.isPropertyAccessExpression(value) && typescript.isIdentifier(value.name))
      return importedName(checker, value.name, steps - 1);
  }
  for (const each of origin?.declarations ?? []) {
    if (typescript.isImportSpecifier(each) || typescript.isExportSpecifier(each))
      return (each.propertyName ?? each.name).text;
  }
  return name.text;
}

/** Follows imports and exports within the project's code: packages are not read. */
function originOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  let origin = symbol;
  const seen = new Set<ts.Symbol>();
  while (origin.flags & typescript.SymbolFlags.Alias && !seen.has(origin)) {
    seen.add(origin);
    const next = checker.getImmediateAliasedSymbol(origin);
    if (next === undefined || next.declarations === undefined) return origin;
    origin = next;
  }
  return origin;
}

export function literalOf(node: ts.Expression): ts.StringLiteralLike | undefined {
  return typescript.isStringLiteralLike(node) ? node : undefined;
}

/** Returns the string value of an expression from its type: `groupVersion.group` of a constant has one. */
export function valueOf(checker: ts.TypeChecker, expression: ts.Expression): string | undefined {
  const literal = literalOf(expression);
  if (literal !== undefined) return literal.text;
  const type = checker.getTypeAtLocation(expression);
  return type.isStringLiteral() ? type.value : undefined;
}
