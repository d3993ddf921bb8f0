import {
  emittedName,
  keywordNamed,
  type JsonObject,
  type JsonValue,
  type Keyword,
  type Property,
  type Schema,
} from '../../base/model/schema.js';
import type { MarkerRefusal } from './marker.js';

/**
 * Merges a raw schema into a schema, down to its properties, items and values. Returns a refusal for a keyword that
 * already has another value.
 */
export function mergeRaw(schema: Schema, raw: JsonObject): MarkerRefusal | undefined {
  return merge(schema, schemaOfRaw(raw), []);
}

/** Returns the schema that a raw schema describes. */
function schemaOfRaw(raw: JsonObject): Schema {
  const required = (raw['required'] ?? []) as readonly string[];
  const entries = Object.entries(raw).map(([name, value]): [string, unknown] => {
    const keyword = keywordNamed(name);
    return [keyword, keyword === 'properties' ? propertiesOfRaw(value, required) : valueOfRaw(keyword, value)];
  });
  const schema = Object.fromEntries(entries) as Schema;
  return schema.enum === undefined ? schema : { ...schema, rawEnum: true };
}

function valueOfRaw(keyword: Keyword, value: JsonValue): unknown {
  switch (keyword) {
    case 'items':
    case 'not':
      return schemaOfRaw(value as JsonObject);
    case 'additionalProperties':
      return value === true ? { anyValue: true } : schemaOfRaw(value as JsonObject);
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return (value as readonly JsonObject[]).map(schemaOfRaw);
    default:
      return value;
  }
}

function propertiesOfRaw(value: JsonValue, required: readonly string[]): readonly Property[] {
  return Object.entries(value as JsonObject).map(([name, each]) => ({
    name,
    required: required.includes(name),
    schema: schemaOfRaw(each as JsonObject),
  }));
}

function merge(schema: Schema, added: Schema, at: readonly string[]): MarkerRefusal | undefined {
  const { properties, required, items, additionalProperties, validations, description, ...plain } = added;
  const different = (Object.keys(plain) as (keyof typeof plain)[]).find(
    (each) => schema[each] !== undefined && !isSame(schema[each], plain[each]),
  );
  if (different !== undefined) return conflict(schema, different as Keyword, at);
  Object.assign(schema, plain);
  if (description !== undefined) schema.description = description;
  if (validations !== undefined) schema.validations = [...(schema.validations ?? []), ...validations];
  const refusal =
    mergePart(schema, 'items', items, at) ??
    mergePart(schema, 'additionalProperties', additionalProperties, at) ??
    mergeProperties(schema, properties, at);
  if (required !== undefined) require(schema, required);
  return refusal;
}

function conflict(schema: Schema, keyword: Keyword, at: readonly string[]): MarkerRefusal {
  const name = emittedName(keyword);
  const value = keyword === 'additionalProperties' ? 'another schema' : shorten(JSON.stringify(schema[keyword]));
  return {
    reason: `${[...at, name].join('.')} is ${value} already, by the type or by another marker`,
    instead: `remove ${name} here, or change the type or the other marker`,
    at: [...at, name],
  };
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}

function mergePart(
  schema: Schema,
  part: 'items' | 'additionalProperties',
  added: Schema | undefined,
  at: readonly string[],
): MarkerRefusal | undefined {
  const known = schema[part];
  if (added === undefined) return undefined;
  if (known === undefined) {
    schema[part] = added;
    return undefined;
  }
  if (known.anyValue !== added.anyValue) return conflict(schema, part, at);
  const merged = { ...known };
  schema[part] = merged;
  return merge(merged, added, [...at, part]);
}

function mergeProperties(
  schema: Schema,
  added: readonly Property[] | undefined,
  at: readonly string[],
): MarkerRefusal | undefined {
  if (added === undefined) return undefined;
  // The list can be shared with other uses of the type.
  const merged = new Map((schema.properties ?? []).map((each) => [each.name, each]));
  for (const { name, ...each } of added) {
    const known = merged.get(name);
    const property = known === undefined ? { name, ...each } : { ...known, schema: { ...known.schema } };
    merged.set(name, property);
    const refusal = known && merge(property.schema, each.schema, [...at, 'properties', name]);
    if (refusal !== undefined) return refusal;
  }
  schema.properties = [...merged.values()];
  return undefined;
}

/** Makes fields required, whether or not they have a schema. */
function require(schema: Schema, names: readonly string[]): void {
  schema.required = [...new Set([...(schema.required ?? []), ...names])];
  if (!schema.properties?.some(({ name, required }) => !required && names.includes(name))) return;
  schema.properties = schema.properties.map((each) => ({
    ...each,
    required: each.required || names.includes(each.name),
  }));
}

/** Reports whether two values are the same, ignoring the order of their keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const values = other as Readonly<Record<string, unknown>>;
  const entries = Object.entries(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && isSame(value, values[key]))
  );
}
