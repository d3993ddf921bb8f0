import { readExpression, type Expression } from './cel.js';
import type { JsonValue, Schema } from './schema.js';

const read = new Map<string, Expression | undefined>();

/** Parses a rule; undefined for unsupported rules. */
function expressionOf(rule: string): Expression | undefined {
  if (!read.has(rule)) {
    let expression: Expression | undefined;
    try {
      expression = readExpression(rule);
    } catch {
      // Reported by uncheckedRules.
    }
    read.set(rule, expression);
  }
  return read.get(rule);
}

/** Reports whether a rule refers to the previous state: it does not apply to new objects. */
const isTransition = (rule: string): boolean => /\boldSelf\b/.test(rule);

/** Returns how many rules of a schema a value violates; unsupported rules do not count. */
export function brokenRules(schema: Schema, value: JsonValue): number {
  return (schema['x-kubernetes-validations'] ?? []).filter(({ rule }) => {
    const expression = isTransition(rule) ? undefined : expressionOf(rule);
    if (expression === undefined) return false;
    try {
      return expression({ self: value }) !== true;
    } catch {
      // The API server rejects a value if a rule accesses a field that does not exist.
      return true;
    }
  }).length;
}

/** Returns the rules anywhere in a schema that are unsupported, so that values are not checked against them. */
export function uncheckedRules(schema: Schema): readonly string[] {
  const { properties = {}, items, additionalProperties } = schema;
  const inner = [...Object.values(properties), items, additionalProperties].filter((each) => typeof each === 'object');
  const own = (schema['x-kubernetes-validations'] ?? []).map(({ rule }) => rule);
  const unread = own.filter((rule) => !isTransition(rule) && expressionOf(rule) === undefined);
  return [...new Set([...unread, ...inner.flatMap(uncheckedRules)])];
}
