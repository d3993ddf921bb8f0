import { typescript, type ts } from '../../../language/compiler/compiler.js';

/** Returns the name of the method that a call calls; undefined if it calls a function. */
export function memberOf(call: ts.CallExpression | undefined): string | undefined {
  return call !== undefined && typescript.isPropertyAccessExpression(call.expression)
    ? call.expression.name.text
    : undefined;
}

/** Reports whether a node is the beginning of a chain that its parent continues. */
export function isLink(parent: ts.Node, node: ts.Node): boolean {
  if (typescript.isPropertyAccessExpression(parent) || typescript.isCallExpression(parent))
    return parent.expression === node;
  return (
    typescript.isAwaitExpression(parent) ||
    typescript.isVoidExpression(parent) ||
    typescript.isParenthesizedExpression(parent)
  );
}

/** Returns the last call of the chain that a call is in. */
export function topOf(call: ts.CallExpression): ts.CallExpression {
  let top: ts.CallExpression = call;
  for (let node: ts.Node = call; isLink(node.parent, node); node = node.parent)
    if (typescript.isCallExpression(node.parent)) top = node.parent;
  return top;
}

/** Returns all calls of the chain that a call is in, and the expression that the chain begins with. */
export function chainOf(call: ts.CallExpression): {
  readonly start: ts.Expression;
  readonly links: readonly ts.CallExpression[];
} {
  const links: ts.CallExpression[] = [];
  let node: ts.Expression = topOf(call);
  for (;;) {
    if (typescript.isCallExpression(node)) {
      links.unshift(node);
      node = node.expression;
    } else if (typescript.isPropertyAccessExpression(node)) node = node.expression;
    else return { start: node, links };
  }
}
