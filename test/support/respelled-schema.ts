import type { JsonObject, JsonValue } from '../../src/base/model/schema.js';

/** Decides whether one place is written differently. */
export type Decide = () => boolean;

/** Ways to write a schema differently without changing its meaning. */
const spellings: readonly ((schema: JsonObject) => JsonObject)[] = [
  (schema) => ({ description: 'another text', title: 'Title', ...schema }),
  (schema) => ({ example: { a: 1 }, ...schema }),
  (schema) => ({ nullable: false, uniqueItems: false, ...schema }),
  (schema) => (schema['type'] === 'string' ? { minLength: 0, pattern: '', ...schema } : schema),
  (schema) => (schema['type'] === 'array' ? { minItems: 0, 'x-kubernetes-list-type': 'atomic', ...schema } : schema),
  (schema) =>
    schema['type'] === 'object' ? { minProperties: 0, 'x-kubernetes-map-type': 'granular', ...schema } : schema,
  (schema) => ({ exclusiveMinimum: false, exclusiveMaximum: false, ...schema }),
  (schema) => ({ allOf: [], anyOf: [], oneOf: [], ...schema }),
  (schema) =>
    'x-kubernetes-int-or-string' in schema ? { anyOf: [{ type: 'integer' }, { type: 'string' }], ...schema } : schema,
  (schema) =>
    'x-kubernetes-int-or-string' in schema
      ? { allOf: [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }], ...schema }
      : schema,
  (schema) => ({ 'x-kubernetes-embedded-resource': false, 'x-kubernetes-validations': [], ...schema }),
  (schema) => mapped(schema, ['enum', 'required', 'allOf', 'anyOf', 'oneOf'], (list) => list.toReversed()),
  (schema) => mapped(schema, ['enum', 'required', 'allOf', 'anyOf'], (list) => [...list, ...list]),
  (schema) => Object.fromEntries(Object.entries(schema).toReversed()),
];

function mapped(
  schema: JsonObject,
  keywords: readonly string[],
  change: (list: readonly JsonValue[]) => readonly JsonValue[],
): JsonObject {
  const lists = keywords.flatMap((keyword) => {
    const value = schema[keyword];
    return Array.isArray(value) ? [[keyword, change(value as readonly JsonValue[])] as const] : [];
  });
  return { ...schema, ...Object.fromEntries(lists) };
}

const ofSchemas = ['allOf', 'anyOf', 'oneOf'];
const ofSchema = ['not', 'items', 'additionalProperties'];

/** Returns a schema with the same meaning as another one, but written differently. */
export function respelled(schema: JsonObject, decide: Decide): JsonObject {
  const inner = Object.entries(schema).map(([key, value]) => [key, respelledPart(key, value, decide)] as const);
  return spellings.reduce<JsonObject>(
    (result, spelling) => (decide() ? spelling(result) : result),
    Object.fromEntries(inner),
  );
}

function respelledPart(key: string, value: JsonValue, decide: Decide): JsonValue {
  if (key === 'properties') {
    const entries = Object.entries(value as JsonObject);
    return Object.fromEntries(entries.map(([name, each]) => [name, respelled(each as JsonObject, decide)]));
  }
  if (ofSchemas.includes(key)) return (value as readonly JsonObject[]).map((each) => respelled(each, decide));
  return ofSchema.includes(key) ? respelled(value as JsonObject, decide) : value;
}
