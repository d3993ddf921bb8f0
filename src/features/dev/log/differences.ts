import { isObject, type JsonValue } from '../../../base/model/schema.js';

/** A field in which two states of an object differ. */
export interface Difference {
  readonly path: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Fields that every write changes. */
const always = new Set(['metadata.resourceVersion', 'metadata.managedFields', 'metadata.generation']);

/** Returns the fields in which two states of an object differ, the first ones if there are more. */
export function differencesOf(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  most: number,
): readonly Difference[] {
  const found: Difference[] = [];
  const compare = (one: JsonValue | undefined, other: JsonValue | undefined, path: string): void => {
    if (found.length >= most || always.has(path)) return;
    if (isObject(one) && isObject(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
        compare(own(one, key), own(other, key), path === '' ? key : `${path}.${key}`);
      }
    } else if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
      for (const [index, each] of one.entries()) {
        compare(each as JsonValue, other[index] as JsonValue, `${path}[${index}]`);
      }
    } else if (JSON.stringify(one) !== JSON.stringify(other)) found.push({ path, before: one, after: other });
  };
  compare(before, after, '');
  return found;
}

function own(object: Readonly<Record<string, JsonValue>>, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
