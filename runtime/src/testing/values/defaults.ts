import { fieldSchema, isObject, type JsonValue, type Schema } from './schema.js';

/**
 * Returns a value with the defaults of its schema, as the API server adds them. A null that its schema does not allow
 * counts as absent.
 * See https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting
 */
export function withDefaults(schema: Schema, value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((each) => withDefaults(items, inPlaceOf(each, items)));
  }
  if (!isObject(value)) return value;
  const fields = new Map(Object.entries(value));
  for (const [name, each] of Object.entries(schema.properties ?? {})) {
    if (!fields.has(name) && each.default !== undefined) fields.set(name, structuredClone(each.default));
  }
  return Object.fromEntries(
    [...fields].flatMap(([name, given]): [string, JsonValue][] => {
      const inner = fieldSchema(schema, name);
      if (typeof inner === 'boolean') return [[name, given]];
      const each = inPlaceOf(given, inner);
      return isForbiddenNull(each, inner) ? [] : [[name, withDefaults(inner, each)]];
    }),
  );
}

/** Returns a value, or the default of its schema for a null that the schema does not allow. */
function inPlaceOf(value: JsonValue, schema: Schema): JsonValue {
  if (!isForbiddenNull(value, schema) || schema.default === undefined) return value;
  return structuredClone(schema.default);
}

/** Reports whether the schema does not allow the null; an empty schema allows any value. */
function isForbiddenNull(value: JsonValue, schema: Schema): boolean {
  return value === null && schema.nullable !== true && Object.keys(schema).length > 0;
}
