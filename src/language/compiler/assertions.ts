import { typescript, type ts } from './compiler.js';

/** An expression with the value of another one: `(a)`, `a as T`, `<T>a`, `a satisfies T` and `a!`. */
export type Assertion =
  ts.ParenthesizedExpression | ts.AsExpression | ts.TypeAssertion | ts.SatisfiesExpression | ts.NonNullExpression;

/** Reports whether a node is an expression in parentheses, or with an assertion of its type. */
export function isAssertion(node: ts.Node): node is Assertion {
  return (
    typescript.isParenthesizedExpression(node) ||
    typescript.isAsExpression(node) ||
    typescript.isTypeAssertionExpression(node) ||
    typescript.isSatisfiesExpression(node) ||
    typescript.isNonNullExpression(node)
  );
}

/** Returns an expression without the parentheses and the assertions of types around it. */
export function withoutAssertions(node: ts.Expression): ts.Expression;
export function withoutAssertions(node: ts.Node): ts.Node;
export function withoutAssertions(node: ts.Node): ts.Node {
  let inner = node;
  while (isAssertion(inner)) inner = inner.expression;
  return inner;
}
