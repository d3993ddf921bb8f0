import { readExpression, type Expression } from './cel.js';
import type { JsonValue, Schema } from './schema.js';

const read = new Map<string, Expression | undefined>();

/** Undefined for what is beyond us. */
function expressionOf(rule: string): Expression | undefined {
  if (!read.has(rule)) {
    let expression: Expression | undefined;
    try {
      expression = readExpression(rule);
    } catch {
      // Said by uncheckedRules.
    }
    read.set(rule, expression);
  }
  return read.get(rule);
}

/** A rule about what was before: a new object has to follow none. */
const isTransition = (rule: string): boolean => /\boldSelf\b/.test(rule);

/** How many of the rules of a schema a value breaks; those that cannot be read do not count. */
export function brokenRules(schema: Schema, value: JsonValue): number {
  return (schema['x-kubernetes-validations'] ?? []).filter(({ rule }) => {
    const expression = isTransition(rule) ? undefined : expressionOf(rule);
    if (expression === undefined) return false;
    try {
      return expression({ self: value }) !== true;
    } catch {
      // The API server refuses a value of which a rule asks for what is not there.
      return true;
    }
  }).length;
}

/** The rules anywhere in a schema that values are not held against. */
export function uncheckedRules(schema: Schema): readonly string[] {
  const { properties = {}, items, additionalProperties } = schema;
  const inner = [...Object.values(properties), items, additionalProperties].filter((each) => typeof each === 'object');
  const own = (schema['x-kubernetes-validations'] ?? []).map(({ rule }) => rule);
  const unread = own.filter((rule) => !isTransition(rule) && expressionOf(rule) === undefined);
  return [...new Set([...unread, ...inner.flatMap(uncheckedRules)])];
}
