import { own } from '../../base/model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';

/** Keywords that the API server omits if they are empty: `{}`, `[]`, an empty text or false. */
const omittedIfEmpty: ReadonlySet<string> = new Set([
  ...['description', 'type', 'format', 'title', 'pattern', 'required', 'enum', 'properties', 'allOf', 'anyOf', 'oneOf'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'uniqueItems', 'nullable', 'definitions', 'dependencies'],
  ...['x-kubernetes-embedded-resource', 'x-kubernetes-int-or-string', 'x-kubernetes-list-map-keys'],
  'x-kubernetes-validations',
]);

/** Deeper schemas are kept unchanged: they are rejected elsewhere. */
const deepest = 1000;

/** Returns a schema as the API server stores it: without keywords that are null or empty. */
export function asStored(schema: JsonObject, depth = 0): JsonObject {
  if (depth > deepest) return schema;
  const inner = (value: JsonValue): JsonValue => (isObject(value) ? asStored(value, depth + 1) : value);
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, JsonValue][] =>
    value === null || (omittedIfEmpty.has(keyword) && isEmpty(value))
      ? []
      : [[keyword, partsOf(keyword, value, inner)]],
  );
  return Object.fromEntries(entries);
}

function partsOf(keyword: string, value: JsonValue, inner: (value: JsonValue) => JsonValue): JsonValue {
  switch (keyword) {
    case 'properties':
      return isObject(value)
        ? Object.fromEntries(Object.keys(value).map((name) => [name, inner(own(value, name)!)]))
        : value;
    case 'items':
    case 'additionalProperties':
    case 'not':
      return inner(value);
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return Array.isArray(value) ? (value as readonly JsonValue[]).map(inner) : value;
    default:
      return value;
  }
}

function isEmpty(value: JsonValue): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === '' || value === false;
}
