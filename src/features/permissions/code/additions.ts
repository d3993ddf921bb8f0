import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { visitAll } from './calls.js';

/** Methods that add elements to a collection, and the index of the first argument that is an element. */
const firstAdded: Readonly<Record<string, number>> = {
  ...{ push: 0, unshift: 0, add: 0, fill: 0, concat: 0 },
  ...{ set: 1, with: 1, splice: 2, toSpliced: 2 },
};

/** Methods that change the collection itself, instead of returning a new one. */
const changing = new Set(['push', 'unshift', 'add', 'fill', 'set', 'splice']);

/** Methods that return the collection, so that calls of them are chained. */
const chained = new Set(['add', 'set']);

/** Returns the arguments of a collection method that become elements of the collection. */
export function addedBy(call: ts.CallExpression, method: string): readonly ts.Expression[] {
  const first = firstAdded[method];
  return first === undefined ? [] : call.arguments.slice(first);
}

/** Returns what a statement adds to the collection with this name: `kinds.push(Pod)`, `kinds[name] = Pod`. */
export function additionsAt(node: ts.Node): readonly ts.Expression[] {
  const { parent } = node;
  const isMember = typescript.isPropertyAccessExpression(parent) && parent.name === node;
  return additionsTo(isMember ? parent : node);
}

function additionsTo(owner: ts.Node): readonly ts.Expression[] {
  const access = owner.parent;
  if (isAssignArgument(access, owner))
    return access.arguments.slice(1).map((each) => typescript.factory.createSpreadElement(each));
  const isAccess = typescript.isPropertyAccessExpression(access) || typescript.isElementAccessExpression(access);
  if (!isAccess || access.expression !== owner) return [];
  const { parent } = access;
  if (typescript.isBinaryExpression(parent)) return parent.left === access ? [parent.right] : [];
  if (!typescript.isPropertyAccessExpression(access) || !changing.has(access.name.text)) return [];
  if (!typescript.isCallExpression(parent) || parent.expression !== access) return [];
  const more = chained.has(access.name.text) ? additionsTo(parent) : [];
  return [...addedBy(parent, access.name.text), ...more];
}

/** Elements that a statement adds to a collection. */
export interface Addition {
  readonly to: ts.Expression;
  readonly added: readonly ts.Expression[];
}

/** Returns all additions to named collections. */
export function additionsIn(file: ts.SourceFile): readonly Addition[] {
  const found: Addition[] = [];
  visitAll(file, (node) => {
    const owner =
      typescript.isPropertyAccessExpression(node) && changing.has(node.name.text) ? node.expression : undefined;
    const added = owner === undefined ? [] : additionsTo(owner);
    if (owner !== undefined && added.length > 0) found.push({ to: owner, added });
  });
  return found;
}

/** Reports whether a call is `Object.assign(owner, ...)`. */
function isAssignArgument(call: ts.Node, owner: ts.Node): call is ts.CallExpression {
  return (
    typescript.isCallExpression(call) && call.arguments[0] === owner && call.expression.getText() === 'Object.assign'
  );
}
