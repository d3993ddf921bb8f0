import { own } from '../../base/model/json-at.js';
import { isObject } from '../../base/model/schema.js';

/** A JSON value that is changed in place while a kustomization is built. */
export type Json = string | number | boolean | null | Json[] | JsonMap;

export interface JsonMap {
  [key: string]: Json;
}

/** Returns the map at a path of keys; undefined for another value or a missing one. */
export function mapAt(value: Json | undefined, ...keys: readonly string[]): JsonMap | undefined {
  const found = valueAt(value, ...keys);
  return isObject(found) ? found : undefined;
}

/** Returns the value at a path of keys. */
export function valueAt(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  let found = value;
  for (const key of keys) found = isObject(found) ? own(found, key) : undefined;
  return found;
}

/** Returns the string at a path of keys; undefined for another value or a missing one. */
export function textAt(value: Json | undefined, ...keys: readonly string[]): string | undefined {
  const found = valueAt(value, ...keys);
  return typeof found === 'string' ? found : undefined;
}

/** Returns the maps in a list; none if the value is not a list. */
export function mapsIn(value: Json | undefined): readonly JsonMap[] {
  return Array.isArray(value) ? value.filter((each) => isObject(each)) : [];
}

/** Returns the strings in a list; none if the value is not a list. */
export function textsIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Sets a key of a map, even one such as `__proto__` that JavaScript does not treat as a plain key. */
export function setKey(map: JsonMap, key: string, value: Json): void {
  Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Returns the map at a key. Adds it if it is missing. */
export function mapIn(map: JsonMap, key: string): JsonMap {
  const found = valueAt(map, key);
  if (isObject(found)) return found;
  const added: JsonMap = {};
  setKey(map, key, added);
  return added;
}
