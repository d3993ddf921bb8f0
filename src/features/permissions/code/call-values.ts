import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { bare, declarationName, isFunctionLike, isOfRuntime, declarationOf } from './calls.js';
import { isMap } from './map-type.js';
import type { Following } from './following.js';

/** Methods of collections that return one of the elements. */
const oneElement = new Set(['at', 'find', 'findLast', 'pop', 'shift', 'get', 'next']);

/** Functions of the standard library that return their first argument, possibly changed or as a promise. */
const sameValue = new Set(['Object.freeze', 'Promise.resolve']);

/** Functions of the runtime that return the result of the function that they are given. */
const returning = new Set(['retryOnConflict', 'retryOnError']);

/** Follows the result of a call. */
export function followCall(node: ts.CallExpression, to: Following): void {
  const functions = to.sites.functionsOf(node);
  if (functions.length > 0) {
    for (const each of functions) to.followReturns(each);
    return;
  }
  const callee = bare(node.expression);
  const [first] = node.arguments;
  const declaration = declarationOf(callee, to.program);
  if (first !== undefined && isOfRuntime(declaration, to.program) && returning.has(declarationName(declaration!)))
    return node.arguments.forEach((each) => followResult(each, to));
  if (typescript.isPropertyAccessExpression(callee)) {
    const method = callee.name.text;
    const isOfLibrary = declaration !== undefined && !isOfRuntime(declaration, to.program);
    // The result has the properties of all.
    if (callee.getText() === 'Object.assign') return node.arguments.forEach((each) => to.follow(each));
    if (isOfLibrary && (method === 'reduce' || method === 'then') && first !== undefined) {
      if (method === 'reduce' && node.arguments[1] !== undefined) to.follow(node.arguments[1]);
      return followResult(first, to);
    }
    if (method === 'bind') return to.follow(callee.expression);
    if (first !== undefined && sameValue.has(callee.getText())) return to.follow(first);
    if (isOfLibrary && oneElement.has(method))
      return isMap(callee.expression, to.program)
        ? to.followEntries(callee.expression, '1')
        : to.followElements(callee.expression);
  }
  to.values.add(node);
}

/** Follows the result of a function that is an argument. */
export function followResult(callback: ts.Expression, to: Following): void {
  const { values } = to.part((part) => part.follow(callback));
  for (const each of values) if (isFunctionLike(each)) to.followReturns(each);
}
