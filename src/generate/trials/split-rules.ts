import type { Property, Schema, Validation } from '../../model/schema.js';

/**
 * Returns a schema in which each rule of the form `a && b` is two rules, so that errors tell which part of it failed.
 * The same objects are valid. Messages are removed: an error then has the text of the rule.
 */
export function splitRules(schema: Schema, known = new Map<Schema, Schema>()): Schema {
  const made = known.get(schema);
  if (made !== undefined) return made;
  const { properties, items, additionalProperties, validations, ...others } = schema;
  const split: Schema = { ...others };
  known.set(schema, split);
  if (properties) {
    split.properties = properties.map((each): Property => ({ ...each, schema: splitRules(each.schema, known) }));
  }
  if (items) split.items = splitRules(items, known);
  if (additionalProperties) split.additionalProperties = splitRules(additionalProperties, known);
  if (validations) split.validations = validations.flatMap(partsOf);
  return split;
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
