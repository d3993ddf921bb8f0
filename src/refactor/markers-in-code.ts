import { typescript, type ts } from '../compiler/compiler.js';

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

/** Returns the original name of a decorator, which an import can have changed. */
export function importedName(checker: ts.TypeChecker, name: ts.Identifier): string {
  const declaration = checker
    .getSymbolAtLocation(name)
    ?.declarations?.find((each) => typescript.isImportSpecifier(each));
  return declaration?.propertyName?.text ?? name.text;
}

/** Returns the values of a property of an object literal: the elements of a list, or the single value. */
export function entriesOf(object: ts.Expression | undefined, key: string): readonly ts.Expression[] {
  if (object === undefined || !typescript.isObjectLiteralExpression(object)) return [];
  const property = object.properties.find(
    (each) => typescript.isPropertyAssignment(each) && each.name.getText().replaceAll(/['"]/g, '') === key,
  ) as ts.PropertyAssignment | undefined;
  if (property === undefined) return [];
  const { initializer } = property;
  return typescript.isArrayLiteralExpression(initializer) ? initializer.elements : [initializer];
}

export function literalOf(node: ts.Expression): ts.StringLiteralLike | undefined {
  return typescript.isStringLiteralLike(node) ? node : undefined;
}

/** Returns the string value of an expression by its type: `groupVersion.group` of a constant has one. */
export function valueOf(checker: ts.TypeChecker, expression: ts.Expression): string | undefined {
  const literal = literalOf(expression);
  if (literal !== undefined) return literal.text;
  const type = checker.getTypeAtLocation(expression);
  return type.isStringLiteral() ? type.value : undefined;
}
