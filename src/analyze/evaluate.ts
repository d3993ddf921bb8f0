import type { JsonValue } from '../model/schema.js';
import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';
import { compute } from './compute.js';

const { SyntaxKind } = typescript;

/** The value of an expression, or the part of it that cannot be read without running the code. */
export type Evaluation = { readonly value: JsonValue } | { readonly unreadable: ts.Expression };

/** Reads the value of an expression from the source text: literals, and constants that stand for one. */
export function evaluate(expression: ts.Expression, analysis: Analysis): Evaluation {
  const node = dereference(expression, analysis);
  if (typescript.isStringLiteralLike(node)) return { value: node.text };
  if (typescript.isNumericLiteral(node)) return { value: Number(node.text) };
  if (node.kind === SyntaxKind.TrueKeyword) return { value: true };
  if (node.kind === SyntaxKind.FalseKeyword) return { value: false };
  if (node.kind === SyntaxKind.NullKeyword) return { value: null };
  if (typescript.isPrefixUnaryExpression(node)) return evaluateSigned(node, analysis);
  const computed = compute(node, (each) => evaluate(each, analysis));
  if (computed !== undefined) return computed;
  if (typescript.isArrayLiteralExpression(node)) return evaluateArray(node, analysis);
  if (typescript.isObjectLiteralExpression(node)) return evaluateObject(node, analysis);
  return { unreadable: node };
}

/**
 * The expression that another one stands for: parentheses, `as` and `satisfies` are taken off, and a `const`, a member
 * of a constant object or of an enum is replaced by what it was initialised with.
 */
export function dereference(expression: ts.Expression, analysis: Analysis, depth = 0): ts.Expression {
  if (
    typescript.isParenthesizedExpression(expression) ||
    typescript.isAsExpression(expression) ||
    typescript.isSatisfiesExpression(expression) ||
    typescript.isNonNullExpression(expression)
  ) {
    return dereference(expression.expression, analysis, depth);
  }
  // A constant that is initialised with itself would never end.
  if (depth > 20 || !(typescript.isIdentifier(expression) || typescript.isPropertyAccessExpression(expression))) {
    return expression;
  }
  const declaration = analysis.symbolAt(expression)?.valueDeclaration;
  const initializer = declaration === undefined ? undefined : constantInitializer(declaration);
  return initializer === undefined ? expression : dereference(initializer, analysis, depth + 1);
}

function constantInitializer(declaration: ts.Declaration): ts.Expression | undefined {
  if (typescript.isVariableDeclaration(declaration)) {
    const isConst = (typescript.getCombinedNodeFlags(declaration) & typescript.NodeFlags.Const) !== 0;
    return isConst ? declaration.initializer : undefined;
  }
  if (typescript.isPropertyAssignment(declaration) || typescript.isEnumMember(declaration))
    return declaration.initializer;
  return undefined;
}

function evaluateSigned(node: ts.PrefixUnaryExpression, analysis: Analysis): Evaluation {
  const operand = evaluate(node.operand, analysis);
  if (!('value' in operand) || typeof operand.value !== 'number') return { unreadable: node };
  if (node.operator === SyntaxKind.MinusToken) return { value: -operand.value };
  return node.operator === SyntaxKind.PlusToken ? operand : { unreadable: node };
}

function evaluateArray(node: ts.ArrayLiteralExpression, analysis: Analysis): Evaluation {
  const values: JsonValue[] = [];
  for (const element of node.elements) {
    const result = evaluate(element, analysis);
    if (!('value' in result)) return result;
    values.push(result.value);
  }
  return { value: values };
}

function evaluateObject(node: ts.ObjectLiteralExpression, analysis: Analysis): Evaluation {
  const entries: [string, JsonValue][] = [];
  for (const property of node.properties) {
    const assigned = propertyAssigned(property);
    if (assigned === undefined) return { unreadable: node };
    const result = evaluate(assigned.value, analysis);
    if (!('value' in result)) return result;
    entries.push([assigned.name, result.value]);
  }
  return { value: Object.fromEntries(entries) };
}

/** Name and value of `name: value` or `name`; undefined for what cannot be read: spreads, methods, computed names. */
export function propertyAssigned(
  property: ts.ObjectLiteralElementLike,
): { readonly name: string; readonly value: ts.Expression } | undefined {
  if (typescript.isShorthandPropertyAssignment(property)) return { name: property.name.text, value: property.name };
  if (!typescript.isPropertyAssignment(property) || typescript.isComputedPropertyName(property.name)) return undefined;
  if (typescript.isPrivateIdentifier(property.name)) return undefined;
  return { name: property.name.text, value: property.initializer };
}
