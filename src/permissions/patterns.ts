import { typescript, type ts } from '../compiler/compiler.js';
import { isAssignment, unquoted } from './calls.js';

/** Part of a value that destructuring assigns: `({ kind } = options)`, `[first, second] = kinds`. */
export interface AssignedPart {
  readonly from: ts.Expression;
  /** Name of the property, or the index. */
  readonly name: string;
}

/** Returns what an assignment with a pattern assigns to a name in the pattern; undefined if it is in none. */
export function partOfAssignment(node: ts.Node): AssignedPart | undefined {
  const { parent } = node;
  const member = typescript.isPropertyAccessExpression(parent) && parent.name === node ? parent : node;
  const element = typescript.isArrayLiteralExpression(member.parent) ? member : member.parent;
  const pattern = element.parent;
  const assignment = pattern?.parent;
  if (assignment === undefined || !isAssignment(assignment) || assignment.left !== pattern) return undefined;
  if (typescript.isArrayLiteralExpression(pattern))
    return { from: assignment.right, name: `${pattern.elements.indexOf(element as ts.Expression)}` };
  const isProperty = typescript.isPropertyAssignment(element) && element.initializer === member;
  if (!isProperty && !typescript.isShorthandPropertyAssignment(element)) return undefined;
  return { from: assignment.right, name: unquoted(element.name) };
}
