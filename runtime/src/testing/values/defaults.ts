import { fieldSchema, isObject, type JsonValue, type Schema } from './schema.js';

/**
 * A value with the defaults of its schema, as the API server adds them.
 * See https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting
 */
export function withDefaults(schema: Schema, value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((each) => withDefaults(items, each));
  }
  if (!isObject(value)) return value;
  const fields = new Map(Object.entries(value));
  for (const [name, each] of Object.entries(schema.properties ?? {})) {
    if (!fields.has(name) && each.default !== undefined) fields.set(name, structuredClone(each.default));
  }
  return Object.fromEntries(
    [...fields].map(([name, each]) => {
      const inner = fieldSchema(schema, name);
      return [name, typeof inner === 'boolean' ? each : withDefaults(inner, each)];
    }),
  );
}
