import { isJsonObject } from '../../../../json/json-object.js';
import type { Difference } from '../../matching/differences.js';
import type { FieldPath } from '../../model.js';
import { evaluate, type Values } from './evaluate.js';
import { parseTreeNotation } from './notation.js';

/**
 * Returns how a value differs from an assertion tree; nothing if the assertions hold.
 * @throws Error if the value has a type that cannot be compared, or an expression cannot be evaluated
 */
export function treeDifferences(
  tree: unknown,
  actual: unknown,
  values: Values,
  path: FieldPath = [],
): readonly Difference[] {
  if (Array.isArray(tree)) return listDifferences(tree, actual, values, path);
  if (isJsonObject(tree)) {
    if (Object.keys(tree).length === 0) return actual === null ? [{ path, expected: {}, actual }] : [];
    return Object.entries(tree).flatMap(([key, part]) => keyDifferences(key, part, actual, values, path));
  }
  const expected = scalarOf(tree, actual, values);
  return isMatch(expected, actual) ? [] : [{ path, expected, actual }];
}

function listDifferences(tree: readonly unknown[], actual: unknown, values: Values, path: FieldPath) {
  if (actual !== null && !Array.isArray(actual)) throw new Error(`${kindOf(actual)} cannot be compared with a list`);
  if (actual === null || actual.length !== tree.length) return [{ path, expected: tree, actual }];
  return tree.flatMap((each, index) => treeDifferences(each, actual[index], values, [...path, index]));
}

function keyDifferences(
  key: string,
  part: unknown,
  actual: unknown,
  values: Values,
  path: FieldPath,
): readonly Difference[] {
  const { statement, engine, isForEach, indexName, bindingName } = parseTreeNotation(key);
  const at = [...path, key];
  let projected: unknown;
  if (engine !== undefined) projected = evaluate(statement, actual, values);
  else if (actual !== null && !isJsonObject(actual))
    throw new Error(`${kindOf(actual)} has no field ${statement}: an object is expected`);
  else if (actual === null || !Object.hasOwn(actual, statement))
    return [{ path: at, expected: part, actual: undefined }];
  else projected = actual[statement] ?? null;
  const known = bindingName === undefined ? values : { ...values, [bindingName]: projected };
  if (!isForEach) return treeDifferences(part, projected, known, at);
  return itemsOf(projected).flatMap(([index, item]) => {
    const withIndex = indexName === undefined ? known : { ...known, [indexName]: index };
    return treeDifferences(part, item, withIndex, [...at, index]);
  });
}

function itemsOf(value: unknown): readonly (readonly [index: string | number, item: unknown])[] {
  if (Array.isArray(value)) return value.map((each, index) => [index, each] as const);
  if (isJsonObject(value)) return Object.entries(value);
  throw new Error(`${kindOf(value)} has no items: a list or an object is expected`);
}

function scalarOf(tree: unknown, actual: unknown, values: Values): unknown {
  if (typeof tree !== 'string') return tree;
  const { statement, engine } = parseTreeNotation(tree);
  return engine === undefined ? statement : evaluate(statement, actual, values);
}

/** Reports whether a value has all parts of the result of an expression. @throws Error if their types differ */
function isMatch(expected: unknown, actual: unknown): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) throw incomparable(expected, actual);
    return expected.length === actual.length && expected.every((each, index) => isMatch(each, actual[index]));
  }
  if (isJsonObject(expected)) {
    if (!isJsonObject(actual)) throw incomparable(expected, actual);
    return Object.entries(expected).every(([name, each]) => Object.hasOwn(actual, name) && isMatch(each, actual[name]));
  }
  if (expected === null || actual === null || typeof expected === typeof actual) return expected === actual;
  throw incomparable(expected, actual);
}

function incomparable(expected: unknown, actual: unknown): Error {
  return new Error(`${kindOf(actual)} cannot be compared with ${kindOf(expected)}`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return isJsonObject(value) ? 'an object' : `the ${typeof value} ${JSON.stringify(value)}`;
}
