import { objectAt, textsAt } from '../../base/model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';

/** The names of properties that the API server defines in all objects. */
const objectProperties: readonly string[] = ['apiVersion', 'kind', 'metadata'];

/** Returns the properties of a schema that become fields. */
export function fieldsOf(schema: JsonObject, isKind: boolean): readonly (readonly [string, JsonObject])[] {
  return Object.entries(objectAt(schema, 'properties')).flatMap(([name, each]) =>
    canBeField(name, each, isKind) ? [[name, each as JsonObject] as const] : [],
  );
}

/** Reports whether a property can be a field of a class: its schema is an object, and its name is valid in the class. */
function canBeField(name: string, schema: JsonValue, isKind: boolean): boolean {
  return isObject(schema) && name !== 'constructor' && !(isKind && objectProperties.includes(name));
}

/** Returns the keywords for the properties of a schema that fields cannot express. */
export function partsWithoutFields(schema: JsonObject, isKind: boolean): JsonObject {
  const properties = objectAt(schema, 'properties');
  const known = new Set(fieldsOf(schema, isKind).map(([name]) => name));
  const others = Object.entries(properties).filter(
    ([name, each]) => !known.has(name) && !(isKind && isUsual(name, each)),
  );
  const required = textsAt(schema, 'required').filter((name) => !known.has(name));
  return {
    ...(others.length > 0 ? { properties: Object.fromEntries(others) } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Reports whether a field of all objects is as the generator writes it, except for its description. */
function isUsual(name: string, schema: JsonValue): boolean {
  if (!objectProperties.includes(name) || !isObject(schema)) return false;
  const { type, description, ...others } = schema;
  if (Object.keys(others).length > 0) return false;
  return name === 'metadata' ? type === 'object' && description === undefined : type === 'string';
}
