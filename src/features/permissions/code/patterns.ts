import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { isAssignment, isFunctionLike, unquoted } from './calls.js';

/** Part of a value that destructuring assigns: `({ kind } = options)`, `[first, second] = kinds`. */
export interface AssignedPart {
  readonly from: ts.Expression;
  /** Name of the property, or the index. */
  readonly name: string;
}

/**
 * Returns the part that an assignment with a pattern assigns to a name in the pattern; undefined if the name is in no
 * pattern.
 */
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

/** Reports whether an expression is an assignment target in an object pattern. */
export function isAssignedByPattern({ parent }: ts.Expression): boolean {
  const assignment = parent.parent?.parent;
  const isProperty = typescript.isPropertyAssignment(parent) || typescript.isShorthandPropertyAssignment(parent);
  return isProperty && isAssignment(assignment) && assignment.left === parent.parent;
}

/** Place that assigns a value to a name: an assignment, a pattern, or a property of an object literal. */
export type AssignedPlace =
  | { readonly node: ts.Node; readonly value: ts.Expression }
  | { readonly node: ts.Node; readonly part: AssignedPart }
  | { readonly literal: ts.ObjectLiteralElement; readonly value: ts.Expression };

/** Returns the place that assigns a value to this occurrence of a name; undefined if there is none. */
export function assignedPlaceAt(node: ts.Node): AssignedPlace | undefined {
  const { parent } = node;
  const isMember =
    (typescript.isPropertyAccessExpression(parent) && parent.name === node) ||
    (typescript.isElementAccessExpression(parent) && parent.argumentExpression === node);
  const target = isMember ? parent : node;
  const assignment = target.parent;
  if (isAssignment(assignment) && assignment.left === target) return { node, value: assignment.right };
  const part = partOfAssignment(node);
  if (part !== undefined) return { node, part };
  if (!typescript.isObjectLiteralElement(parent) || parent.name !== node) return undefined;
  if (typescript.isPropertyAssignment(parent)) return { literal: parent, value: parent.initializer };
  if (typescript.isShorthandPropertyAssignment(parent)) return { literal: parent, value: parent.name };
  return isFunctionLike(parent) ? { literal: parent, value: parent as ts.Node as ts.Expression } : undefined;
}
