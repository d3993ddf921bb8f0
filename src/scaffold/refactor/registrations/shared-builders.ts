import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { chainOf, memberOf, topOf } from './builder-chains.js';

/**
 * Returns all calls in a file on a builder that a function of the same file returns and other code continues; undefined
 * if the chain of a call is the whole builder. If the function is in another file, it can contain any calls, so the
 * result is empty.
 */
export function sharedLinks(call: ts.CallExpression): readonly ts.CallExpression[] | undefined {
  const file = call.getSourceFile();
  const { links } = chainOf(call);
  const name = functionReturning(topOf(call)) ?? functionBefore(links);
  if (name === undefined) return undefined;
  const chains = chainsIn(file).filter(
    (top) => functionReturning(top) === name || functionBefore(chainOf(top).links) === name,
  );
  return chains.some((top) => functionReturning(top) === name) ? chains.flatMap((top) => chainOf(top).links) : [];
}

/**
 * Returns the name of the function that returns the value of a chain; empty if it has no name, and undefined for other
 * chains.
 */
function functionReturning(top: ts.CallExpression): string | undefined {
  let { parent }: ts.Node = top;
  while (typescript.isParenthesizedExpression(parent)) ({ parent } = parent);
  if (typescript.isArrowFunction(parent)) return nameOf(parent);
  if (!typescript.isReturnStatement(parent)) return undefined;
  let owner: ts.Node = parent;
  while (!typescript.isFunctionLike(owner) && !typescript.isSourceFile(owner)) owner = owner.parent;
  return nameOf(owner);
}

function nameOf(owner: ts.Node): string {
  if (typescript.isFunctionDeclaration(owner)) return owner.name?.text ?? '';
  const { parent } = owner;
  return typescript.isVariableDeclaration(parent) && typescript.isIdentifier(parent.name) ? parent.name.text : '';
}

/** Returns the name of the function whose builder a chain continues; undefined if the chain itself specifies the kind. */
function functionBefore(links: readonly ts.CallExpression[]): string | undefined {
  const [first] = links;
  if (first === undefined || links.some((each) => memberOf(each) === 'for')) return undefined;
  return typescript.isIdentifier(first.expression) ? first.expression.text : undefined;
}

/** Returns the last call of each chain in a file. */
function chainsIn(file: ts.SourceFile): readonly ts.CallExpression[] {
  const found = new Set<ts.CallExpression>();
  const visit = (node: ts.Node): void => {
    if (typescript.isCallExpression(node) && !typescript.isPropertyAccessExpression(node.parent))
      found.add(topOf(node));
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return [...found];
}
