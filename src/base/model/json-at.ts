import { isObject, type JsonObject, type JsonValue } from './schema.js';

/** Keys of mappings and indexes of lists. */
export type JsonPath = readonly (string | number)[];

/** Returns the value of a field that an object itself has: names such as `constructor` are not special. */
export function own<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Returns an object with its keys in alphabetical order; any other value unchanged. */
export function inKeyOrder(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns a text that is the same for equal values: JSON with the keys in alphabetical order. */
export function stableText(value: JsonValue): string {
  return JSON.stringify(value, (_, each: unknown) => inKeyOrder(each));
}

/** Returns the value at a path; undefined if there is none, or null. */
export function valueAt(value: JsonValue | undefined, ...path: JsonPath): JsonValue | undefined {
  let current = value;
  for (const step of path) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, step)) return undefined;
    current = (current as Readonly<Record<string | number, JsonValue>>)[step];
  }
  return current ?? undefined;
}

/** Returns the text at a path; empty for anything else. */
export function textAt(value: JsonValue | undefined, ...path: JsonPath): string {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** Returns the list at a path; empty for anything else. */
export function listAt(value: JsonValue | undefined, ...path: JsonPath): readonly JsonValue[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? (found as readonly JsonValue[]) : [];
}

/** Returns the texts in the list at a path. */
export function textsAt(value: JsonValue | undefined, ...path: JsonPath): readonly string[] {
  return listAt(value, ...path).filter((each) => typeof each === 'string');
}

/** Returns the number at a path; undefined for anything else. */
export function numberAt(value: JsonValue | undefined, ...path: JsonPath): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

/** Returns the object at a path; empty for anything else. */
export function objectAt(value: JsonValue | undefined, ...path: JsonPath): JsonObject {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : {};
}

/** Returns the objects in the list at a path. */
export function objectsAt(value: JsonValue | undefined, ...path: JsonPath): readonly JsonObject[] {
  return listAt(value, ...path).filter(isObject);
}
