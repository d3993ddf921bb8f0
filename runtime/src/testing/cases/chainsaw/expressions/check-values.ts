import { isJsonObject } from '../../../../json/json-object.js';
import { refuseInvalid, refuseUnsupported } from '../../case-error.js';
import type { CaseObject, FieldPath } from '../../model.js';
import { expressionProblem, type Scope } from './check.js';
import { parseNotation, parseTreeNotation } from './notation.js';

/**
 * Refuses a template with an expression that is not valid or not supported.
 * @throws CaseError with its place
 */
export function checkTemplate(
  object: CaseObject,
  scope: Scope,
  path: FieldPath = [],
  value: unknown = object.fields,
): void {
  if (Array.isArray(value)) value.forEach((each, index) => checkTemplate(object, scope, [...path, index], each));
  else if (isJsonObject(value))
    for (const [name, each] of Object.entries(value)) checkTemplate(object, scope, [...path, name], each);
  else if (typeof value === 'string') {
    const { statement, engine } = parseNotation(value);
    if (engine !== undefined) checkExpression(object, path, statement, engine, scope);
  }
}

/**
 * Refuses an assertion tree with an expression that is not valid or not supported.
 * @throws CaseError with its place
 */
export function checkTree(
  object: CaseObject,
  scope: Scope,
  path: FieldPath = [],
  value: unknown = object.fields,
): void {
  if (Array.isArray(value)) value.forEach((each, index) => checkTree(object, scope, [...path, index], each));
  else if (isJsonObject(value))
    for (const [key, each] of Object.entries(value)) {
      const { statement, engine, indexName, bindingName } = parseTreeNotation(key);
      if (engine !== undefined) checkExpression(object, [...path, key], statement, engine, scope);
      const added = [bindingName, indexName].filter((name) => name !== undefined);
      checkTree(object, new Set([...scope, ...added]), [...path, key], each);
    }
  else if (typeof value === 'string') checkScalar(object, path, value, scope);
}

function checkScalar(object: CaseObject, path: FieldPath, value: string, scope: Scope): void {
  const { statement, engine, isForEach, bindingName } = parseTreeNotation(value);
  if (isForEach || bindingName !== undefined) {
    const message = isForEach ? 'a value cannot begin with ~' : 'a value cannot end with -> and a name';
    refuseInvalid(object.placeOf(path), message, 'write it between backslashes if it is a text, such as \\~.a\\');
  }
  if (engine !== undefined) checkExpression(object, path, statement, engine, scope);
}

function checkExpression(object: CaseObject, path: FieldPath, statement: string, engine: string, scope: Scope): void {
  const problem = expressionProblem(statement, engine, scope);
  if (problem === undefined) return;
  const { reason, what, help } = problem;
  const place = object.placeOf(path);
  if (reason === 'unsupported') refuseUnsupported(place, what, help);
  refuseInvalid(place, `the expression (${statement}) is not valid: ${what}`, help);
}
