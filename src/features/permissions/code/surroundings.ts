import { isAssertion } from '../../../language/compiler/assertions.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { isFunctionLike, symbolAt, type FunctionLike } from './calls.js';

/** Reports whether a name is that of a declaration, and not a reference. */
export function isDeclaredName(node: ts.Node): boolean {
  const { parent } = node;
  const isReference = typescript.isPropertyAccessExpression(parent) || typescript.isShorthandPropertyAssignment(parent);
  return !isReference && 'name' in parent && parent.name === node;
}

/** Returns an expression with the type assertions around it. */
export function outermost(node: ts.Node): ts.Node {
  let outer = node;
  while (isAssertion(outer.parent)) outer = outer.parent;
  return outer;
}

/** Returns the function that contains a node. */
export function enclosing(node: ts.Node): FunctionLike | undefined {
  let outer = node.parent;
  while (outer !== undefined && !isFunctionLike(outer)) outer = outer.parent;
  return outer;
}

/** Reports whether a node accesses a property that the type of the object does not declare. */
export function isUndeclaredMember(
  node: ts.Node,
  program: SourceProgram,
): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  if (typescript.isPropertyAccessExpression(node)) return symbolAt(node.name, program) === undefined;
  if (!typescript.isElementAccessExpression(node)) return false;
  const name = node.argumentExpression;
  return !typescript.isStringLiteralLike(name) || symbolAt(name, program) === undefined;
}
