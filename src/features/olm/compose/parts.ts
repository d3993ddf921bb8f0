import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import type { Position } from '../../../base/model/position.js';
import { isObject } from '../../../base/model/schema.js';
import { groupOf, kindOf } from '../../../base/model/kubernetes-object.js';
import { type JsonPath, objectAt, valueAt } from '../../../base/model/json-at.js';

/** An object from which a bundle is generated. */
export interface Part {
  readonly object: JsonObject;
  /** The position at which its problems are reported. */
  readonly position?: Position;
}

/** Reports whether a part is a Deployment, which becomes part of a ClusterServiceVersion. */
export function isDeployment({ object }: Part): boolean {
  return kindOf(object) === 'Deployment' && groupOf(object) === 'apps';
}

/** Returns a copy with a different value at a path, whose parents are mappings or missing; undefined removes the key. */
export function withValue(object: JsonObject, [key, ...rest]: JsonPath, value: JsonValue | undefined): JsonObject {
  const own = String(key);
  const next = rest.length === 0 ? value : withValue(objectAt(object, own), rest, value);
  const entries = Object.entries(object);
  if (next === undefined) return Object.fromEntries(entries.filter(([each]) => each !== own));
  return Object.fromEntries(
    Object.hasOwn(object, own)
      ? entries.map(([each, old]) => [each, each === own ? next : old] as const)
      : [...entries, [own, next] as const],
  );
}

/** Returns a copy without a value, and without a mapping that becomes empty. */
export function withoutValue(object: JsonObject, path: JsonPath): JsonObject {
  if (valueAt(object, ...path) === undefined) return object;
  const left = withValue(object, path, undefined);
  const parent = path.slice(0, -1);
  const isEmpty = parent.length > 0 && Object.keys(objectAt(left, ...parent)).length === 0;
  return isEmpty ? withValue(left, parent, undefined) : left;
}

/** Returns a copy with each mapping of a list replaced; without the key if the list becomes empty. */
export function withItems(
  object: JsonObject,
  path: JsonPath,
  change: (item: JsonObject) => JsonObject | undefined,
): JsonObject {
  const list = valueAt(object, ...path);
  if (!Array.isArray(list)) return object;
  const items = (list as readonly JsonValue[]).flatMap((each) => (isObject(each) ? (change(each) ?? []) : [each]));
  return withValue(object, path, items.length === 0 ? undefined : items);
}
