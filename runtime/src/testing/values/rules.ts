import { accepts, hasFields, readRule } from './cel.js';
import type { JsonValue, Schema, Validation } from './schema.js';

/** Reports whether a rule applies to new objects: one that refers to the previous state usually does not. */
function isForNew({ rule, optionalOldSelf }: Validation): boolean {
  return optionalOldSelf === true || !/\boldSelf\b/.test(rule);
}

const rulesOf = (schema: Schema): readonly string[] =>
  (schema['x-kubernetes-validations'] ?? []).filter(isForNew).map(({ rule }) => rule);

/** Rules that could not be evaluated for a value. */
const undecided = new Set<string>();

/** Returns how many rules of a schema a value violates; unsupported rules do not count. */
export function brokenRules(schema: Schema, value: JsonValue): number {
  return rulesOf(schema).filter((text) => {
    const rule = readRule(text);
    const verdict = rule && accepts(rule, schema, value);
    if (verdict === undefined) undecided.add(text);
    return verdict === false;
  }).length;
}

/**
 * Returns the rules anywhere in a schema that are unsupported, or were for a value, so that values are not checked
 * against them.
 */
export function uncheckedRules(schema: Schema): readonly string[] {
  const { properties = {}, items, additionalProperties } = schema;
  const inner = [...Object.values(properties), items, additionalProperties].filter((each) => typeof each === 'object');
  const own = rulesOf(schema).filter((text) => {
    const rule = readRule(text);
    return rule === undefined || !hasFields(schema, rule.fields) || undecided.has(text);
  });
  return [...new Set([...own, ...inner.flatMap(uncheckedRules)])];
}
