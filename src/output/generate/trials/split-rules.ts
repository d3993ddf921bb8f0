import type { Property, Schema, Validation } from '../../../base/model/schema.js';

/**
 * Returns a schema in which each rule of the form `a && b` is two rules, so that errors tell which part of it failed.
 * The same objects are valid. Messages are removed: an error then has the text of the rule.
 */
export function splitRules(schema: Schema): Schema {
  return withRules(schema, partsOf);
}

/** Returns a schema with one of its rules. */
export function onlyRule(schema: Schema, rule: Validation): Schema {
  return withRules(schema, (each) => (each === rule ? [each] : []));
}

/** Returns a schema with other rules in the place of each. */
function withRules(
  schema: Schema,
  rulesFor: (validation: Validation) => readonly Validation[],
  known = new Map<Schema, Schema>(),
): Schema {
  const made = known.get(schema);
  if (made !== undefined) return made;
  const { properties, items, additionalProperties, validations, ...others } = schema;
  const changed: Schema = { ...others };
  known.set(schema, changed);
  const inner = (each: Schema): Schema => withRules(each, rulesFor, known);
  if (properties) changed.properties = properties.map((each): Property => ({ ...each, schema: inner(each.schema) }));
  if (items) changed.items = inner(items);
  if (additionalProperties) changed.additionalProperties = inner(additionalProperties);
  if (validations) changed.validations = validations.flatMap(rulesFor);
  return changed;
}

function partsOf({ rule, optionalOldSelf }: Validation): readonly Validation[] {
  const other = optionalOldSelf === undefined ? {} : { optionalOldSelf };
  return conjuncts(rule).map((part) => ({ rule: part, ...other }));
}

/** Returns the parts of an expression that are joined by `&&` at its top level. */
export function conjuncts(rule: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: token, index } of rule.matchAll(
    /[rR]?"(?:[^"\\]|\\.)*"|[rR]?'(?:[^'\\]|\\.)*'|&&|\|\||[?()[\]{}]/g,
  )) {
    if (/^[([{]$/.test(token)) depth += 1;
    else if (/^[)\]}]$/.test(token)) depth -= 1;
    // They bind less tightly than `&&`.
    else if (depth === 0 && (token === '||' || token === '?')) return [rule];
    else if (depth === 0 && token === '&&') {
      parts.push(rule.slice(start, index));
      start = index + 2;
    }
  }
  return [...parts, rule.slice(start)].map((each) => each.trim());
}
