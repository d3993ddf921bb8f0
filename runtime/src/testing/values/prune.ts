import { fieldSchema, isObject, type JsonValue, type Schema } from './schema.js';

/** Fields that every complete object can have, regardless of its schema. */
const ownFields = ['apiVersion', 'kind', 'metadata'];

/**
 * Returns a value without the fields that are not in its schema, as the API server prunes them.
 * See https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning
 */
export function prune(schema: Schema, value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((each) => prune(items, each));
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, each]): [string, JsonValue][] => {
    if (isOwnField(schema, name)) return [[name, each]];
    const inner = fieldSchema(schema, name);
    return typeof inner === 'boolean' ? (inner ? [[name, each]] : []) : [[name, prune(inner, each)]];
  });
  return Object.fromEntries(kept);
}

/** Reports whether a field belongs to every object, and the schema does not define it. */
export function isOwnField(schema: Schema, name: string): boolean {
  const inner = fieldSchema(schema, name);
  return schema['x-kubernetes-embedded-resource'] === true && ownFields.includes(name) && typeof inner === 'boolean';
}
