import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { addedBy } from './additions.js';
import { followResult } from './call-values.js';
import { argumentsOf, bare, isFunctionLike, isGenerator, symbolAt } from './calls.js';
import { followRestOf, restBinding } from './rest.js';
import { isMap } from './map-type.js';
import type { Following } from './following.js';

/** Methods of collections that return the same elements, in addition to those that they are given. */
const sameElements = new Set([
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'values',
  'flat',
  'set',
  'add',
  'concat',
  'toSpliced',
  'with',
  'fill',
]);

/** Follows the elements of an array, an object, a set or a map. */
export function followElementsOf(value: ts.Expression, to: Following): void {
  const rest = restBinding(value);
  if (rest !== undefined) return followRestOf(rest, undefined, to);
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
  const [declaration] = symbolAt(value.expression, to.program)?.declarations ?? [];
  if (declaration !== undefined && typescript.isClassLike(declaration)) elementsOfClass(declaration, to);
  else if (!/^(?:Weak)?(?:Set|Map)$/.test(name)) to.isOpen = true;
  else if (given !== undefined && name.endsWith('Set')) to.followElements(given);
  else if (given !== undefined) {
    const { values, isOpen } = to.part((trace) => trace.followElements(given));
    to.isOpen ||= isOpen;
    for (const entry of values) to.values.add(entry);
  }
}

/** Follows the values that the iterator of a class yields. */
function elementsOfClass({ members }: ts.ClassLikeDeclaration, to: Following): void {
  const iterator = members.find((each) => /^\[Symbol\.(?:iterator|asyncIterator)\]$/.test(each.name?.getText() ?? ''));
  if (iterator !== undefined && isFunctionLike(iterator) && isGenerator(iterator)) to.followYields(iterator);
  else to.isOpen = true;
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
  else if (owner === 'Object' && method === 'fromEntries' && first) {
    const { values, isOpen } = to.part((part) => part.followElements(first));
    to.isOpen ||= isOpen;
    for (const entry of values) to.followPropertyOf(entry, '1');
  } else if (owner === 'Array' && method === 'of') for (const each of value.arguments) to.follow(each);
  else if (owner === 'Array' && value.arguments[1] !== undefined) followResult(value.arguments[1], to);
  else if ((owner === 'Promise' || owner === 'Array') && first) to.followElements(first);
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
  else if (sameElements.has(method)) {
    to.followElements(callee.expression);
    for (const each of addedBy(value, method)) addElements(each, method === 'concat', to);
  } else to.isOpen = true;
}

/** Follows an element that a method adds. If it can be a list, its elements are followed. */
function addElements(added: ts.Expression, canBeList: boolean, to: Following): void {
  if (typescript.isSpreadElement(added)) to.followElements(added.expression);
  else if (canBeList && to.program.checker.isArrayLikeType(to.program.checker.getTypeAtLocation(added)))
    to.followElements(added);
  else to.follow(added);
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
