import { objectAt, objectsAt, own, textAt } from '../../../base/model/json-at.js';
import { isCrd, isRole } from '../../../base/model/kubernetes-object.js';
import { grantsOf } from '../../../base/crd/roles.js';
import { differences, normalCrd, type Difference } from '../../import/compare.js';
import { isObject, type JsonObject, type JsonValue } from '../../../base/model/schema.js';

/** Returns an object with its rules and webhooks in a normalized order and grouping. */
export function inOrder(object: JsonObject): JsonObject {
  if (isRole(object)) return { ...object, rules: grantsOf(object) };
  if (!Array.isArray(own(object, 'webhooks'))) return object;
  return { ...object, webhooks: Object.fromEntries(byName(objectsAt(object, 'webhooks'))) };
}

/** Returns an object as it is deployed, in normalized form. */
export function asDeployed(object: JsonObject): JsonObject {
  if (!isCrd(object)) return withoutEmptyTimes(inOrder(object));
  // Patches of manifests set the conversion.
  const conversion = own(objectAt(object, 'spec'), 'conversion');
  return { ...normalCrd(object), ...(conversion !== undefined && { conversion }) };
}

/** Returns the differences between the objects of two files, matched by kind and name. */
export function objectDifferences(before: readonly JsonObject[], after: readonly JsonObject[]): readonly Difference[] {
  const [old, now] = [byName(before.map(withoutEmptyTimes)), byName(after.map(withoutEmptyTimes))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
    differences(old.get(name), now.get(name), [name]),
  );
}

/** Returns an object without the empty, meaningless times that Go writes into each `metadata`. */
function withoutEmptyTimes<T extends JsonValue>(value: T): T {
  if (Array.isArray(value)) return value.map((each: JsonValue) => withoutEmptyTimes(each)) as unknown as T;
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key, each]) => key !== 'creationTimestamp' || each !== null);
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutEmptyTimes(each)])) as T;
}

/** Returns objects by kind and name. */
export function byName(objects: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const [index, object] of objects.entries()) {
    const name = textAt(object, 'metadata', 'name') || textAt(object, 'name');
    const key = [textAt(object, 'kind'), name].filter(Boolean).join(' ') || `document ${index + 1}`;
    found.set(found.has(key) ? `${key} (${index + 1})` : key, object);
  }
  return found;
}
