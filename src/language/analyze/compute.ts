import { typescript, type ts } from '../compiler/compiler.js';
import type { Evaluation } from './evaluation.js';

const { SyntaxKind } = typescript;

const arithmetic: { readonly [operator: number]: (left: number, right: number) => number } = {
  [SyntaxKind.PlusToken]: (left, right) => left + right,
  [SyntaxKind.MinusToken]: (left, right) => left - right,
  [SyntaxKind.AsteriskToken]: (left, right) => left * right,
  [SyntaxKind.SlashToken]: (left, right) => left / right,
  [SyntaxKind.AsteriskAsteriskToken]: (left, right) => left ** right,
};

/**
 * Returns the value of self-explanatory expressions such as `60 * 60`, `'a' + 'b'` and `${prefix}-x`. Undefined for
 * other expressions.
 * @param read reads the parts
 */
export function compute(node: ts.Expression, read: (part: ts.Expression) => Evaluation): Evaluation | undefined {
  if (typescript.isBinaryExpression(node)) return computeBinary(node, read(node.left), read(node.right));
  if (!typescript.isTemplateExpression(node)) return undefined;
  let value = node.head.text;
  for (const { expression, literal } of node.templateSpans) {
    const part = read(expression);
    if ('why' in part) return part;
    if (!('value' in part) || typeof part.value === 'object') return { unreadable: node };
    value += `${part.value}${literal.text}`;
  }
  return { value };
}

function computeBinary(node: ts.BinaryExpression, left: Evaluation, right: Evaluation): Evaluation {
  if ('why' in left) return left;
  if ('why' in right) return right;
  if (!('value' in left) || !('value' in right)) return { unreadable: node };
  const operator = node.operatorToken.kind;
  if (typeof left.value === 'number' && typeof right.value === 'number') {
    const value = arithmetic[operator]?.(left.value, right.value);
    return value !== undefined && Number.isFinite(value) ? { value } : { unreadable: node };
  }
  const areTexts = typeof left.value === 'string' && typeof right.value === 'string';
  return areTexts && operator === SyntaxKind.PlusToken
    ? { value: `${left.value}${right.value}` }
    : { unreadable: node };
}
