import { isObject, type JsonValue } from '../model/schema.js';

/** Reports whether two values are the same, in any order of their fields. */
export function isEqual(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  if (Array.isArray(one) && Array.isArray(other)) {
    return (
      one.length === other.length && one.every((each: JsonValue, index) => isEqual(each, other[index] as JsonValue))
    );
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  );
}

/** Returns the elements of a list that are not in another list, each once. */
export function without<T extends JsonValue>(list: readonly T[], other: readonly JsonValue[]): readonly T[] {
  const found: T[] = [];
  for (const each of list) {
    if (!other.some((known) => isEqual(each, known)) && !found.some((known) => isEqual(each, known))) found.push(each);
  }
  return found;
}
