import { fieldSchema, isObject, type JsonValue, type Schema } from './schema.js';

/** What every whole object may have, whatever its schema names. */
const ownFields = ['apiVersion', 'kind', 'metadata'];

/**
 * A value without the fields that its schema does not have, as the API server leaves them out.
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

/** Whether a field belongs to an object as such, and its schema says nothing of it. */
export function isOwnField(schema: Schema, name: string): boolean {
  const inner = fieldSchema(schema, name);
  return schema['x-kubernetes-embedded-resource'] === true && ownFields.includes(name) && typeof inner === 'boolean';
}
