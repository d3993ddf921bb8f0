import { typescript, type ts } from '../compiler/compiler.js';
import type { SourceProgram } from '../compiler/program.js';
import { argumentsOf, bare, isFunctionLike } from './calls.js';
import type { Following } from './following.js';

/** Methods of collections that return the same elements. */
const sameElements = new Set([
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'values',
  'concat',
  'flat',
]);

/** Follows the elements of an array, an object, a set or a map. */
export function followElementsOf(value: ts.Expression, to: Following): void {
  if (typescript.isArrayLiteralExpression(value)) {
    for (const each of value.elements) {
      if (typescript.isSpreadElement(each)) to.followElements(each.expression);
      else to.follow(each);
    }
  } else if (typescript.isObjectLiteralExpression(value)) {
    for (const each of value.properties) {
      if (typescript.isSpreadAssignment(each)) to.followElements(each.expression);
      else to.followDeclaration(each);
    }
  } else if (typescript.isNewExpression(value)) elementsOfNew(value, to);
  else if (typescript.isCallExpression(value)) elementsOfCall(value, to);
  else to.isOpen = true;
}

/** Follows the elements of `new Set([...])`, and the values of `new Map([[key, value]])`. */
function elementsOfNew(value: ts.NewExpression, to: Following): void {
  const [given] = argumentsOf(value);
  const name = value.expression.getText();
  if (!['Set', 'Map'].includes(name)) to.isOpen = true;
  else if (given !== undefined && name === 'Set') to.followElements(given);
  else if (given !== undefined) {
    const { values, isOpen } = to.part((trace) => trace.followElements(given));
    to.isOpen ||= isOpen;
    for (const entry of values) to.values.add(entry);
  }
}

function elementsOfCall(value: ts.CallExpression, to: Following): void {
  const callee = bare(value.expression);
  const [first] = value.arguments;
  if (!typescript.isPropertyAccessExpression(callee)) {
    to.isOpen = true;
    return;
  }
  const method = callee.name.text;
  const owner = typescript.isIdentifier(callee.expression) ? callee.expression.text : '';
  if (owner === 'Object' && ['values', 'freeze'].includes(method) && first) to.followElements(first);
  else if (owner === 'Promise' && first) to.followElements(first);
  else if (owner === 'Array' && first) to.followElements(first);
  else if ((method === 'map' || method === 'flatMap') && first !== undefined) {
    const { values } = to.part((trace) => trace.follow(first));
    for (const each of values) {
      if (!isFunctionLike(each)) to.isOpen = true;
      else if (method === 'map') to.followReturns(each);
      else {
        const returned = to.part((trace) => trace.followReturns(each));
        for (const list of returned.values) to.followElementsOf(list);
      }
    }
  } else if ((method === 'values' || method === 'keys') && isMap(callee.expression, to.program))
    to.followEntries(callee.expression, method === 'keys' ? '0' : '1');
  else if (sameElements.has(method)) to.followElements(callee.expression);
  else to.isOpen = true;
}

/** Returns the collection whose keys and elements an expression pairs: `Object.entries(kinds)`, `kinds.entries()`. */
export function pairsOf(collection: ts.Expression): ts.Expression | undefined {
  const call = bare(collection);
  const callee = typescript.isCallExpression(call) ? bare(call.expression) : undefined;
  if (callee === undefined || !typescript.isPropertyAccessExpression(callee) || callee.name.text !== 'entries')
    return undefined;
  const isStatic = typescript.isIdentifier(callee.expression) && callee.expression.text === 'Object';
  return isStatic ? (call as ts.CallExpression).arguments[0] : callee.expression;
}

/** Reports whether an expression is a Map. */
export function isMap(owner: ts.Expression, { checker }: SourceProgram): boolean {
  return /^(?:Readonly)?Map$/.test(checker.getTypeAtLocation(owner).symbol?.name ?? '');
}
