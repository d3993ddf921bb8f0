import { listAt, own, textAt, textsAt } from '../../base/model/json-at.js';
import { isWebhookConfiguration, kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';

/** An object before and after a change; undefined if it is gone. */
export interface ObjectPair {
  readonly before: JsonObject;
  readonly after: JsonObject | undefined;
}

/** Pairs objects by kind and name. The only object of a kind can have been renamed. */
export function objectPairs(before: readonly JsonObject[], after: readonly JsonObject[]): readonly ObjectPair[] {
  return before.map((object) => {
    const [old, now] = [before, after].map((all) => all.filter((each) => kindOf(each) === kindOf(object)));
    const isSingle = old!.length === 1 && now!.length === 1;
    return { before: object, after: now!.find((each) => isSingle || nameOf(each) === nameOf(object)) };
  });
}

/** An element of a list whose index now belongs to another element. */
interface MovedElement {
  /** The number of parts of the path up to the element. */
  readonly length: number;
  /** Its present index, as a phrase. */
  readonly place: string;
}

/** Returns the first element on a path that has moved in its list; undefined if none has moved, or if the path does not exist. */
export function movedElement({ before, after }: ObjectPair, path: readonly string[]): MovedElement | undefined {
  let value: JsonValue | undefined = before;
  let other: JsonValue | undefined = after;
  for (const [depth, part] of path.entries()) {
    if (Array.isArray(value)) {
      const elements: readonly JsonValue[] = value;
      const element: JsonValue | undefined = /^\d+$/.test(part) ? elements[Number(part)] : undefined;
      if (element === undefined) return undefined;
      const others: readonly JsonValue[] = Array.isArray(other) ? other : [];
      if (!isInPlace(element, others, Number(part))) {
        const list = path.slice(0, depth).join('/');
        return { length: depth + 1, place: `${shown(element)} is ${placeIn(others, element, list)}${ownerOf(before)}` };
      }
      value = element;
      other = others[Number(part)];
    } else {
      if (!isObject(value) || !Object.hasOwn(value, part)) return undefined;
      value = value[part];
      other = isObject(other) ? own(other, part) : undefined;
    }
  }
  return undefined;
}

/** Reports whether an element still has the same index in a list. An element without a name can have changed in place. */
function isInPlace(element: JsonValue, others: readonly JsonValue[], index: number): boolean {
  const other = others[index];
  if (other === undefined) return false;
  if (isSame(element, other)) return true;
  return identityOf(element) === undefined && !others.some((each) => isSame(element, each));
}

/** Reports whether two elements are the same one. A webhook can have been renamed. */
function isSame(one: JsonValue, other: JsonValue): boolean {
  const [identity, another] = [identityOf(one), identityOf(other)];
  if (identity === undefined || another === undefined) return JSON.stringify(one) === JSON.stringify(other);
  if (identity === another) return true;
  const resources = resourcesOf(one);
  return resources !== undefined && resources === resourcesOf(other);
}

/** Returns the resources of the rules of a webhook. */
function resourcesOf(webhook: JsonValue): string | undefined {
  if (!isObject(webhook) || !Array.isArray(webhook['rules']) || textAt(webhook, 'name') === '') return undefined;
  return JSON.stringify(listAt(webhook, 'rules').map((rule) => textsAt(rule, 'resources')));
}

/** The fields of a rule that say what it applies to. */
const targets = ['apiGroups', 'apiVersions', 'resources', 'resourceNames', 'nonResourceURLs'] as const;

/** Returns what identifies an element regardless of its other fields; undefined for an element of plain values. */
function identityOf(element: JsonValue): string | undefined {
  if (!isObject(element)) return Array.isArray(element) ? undefined : JSON.stringify(element);
  const name = textAt(element, 'name');
  if (name !== '') return name;
  return isRule(element) ? JSON.stringify(targets.map((each) => textsAt(element, each).toSorted())) : undefined;
}

function isRule(element: JsonObject): boolean {
  return Array.isArray(element['resources']) || Array.isArray(element['nonResourceURLs']);
}

/**
 * Returns the present index of an element, as a path. If its rule was merged into another one, this is the index of
 * that rule.
 */
function placeIn(others: readonly JsonValue[], element: JsonValue, list: string): string {
  const same = others.findIndex((each) => isSame(element, each));
  const merged = isObject(element) && isRule(element) ? others.findIndex((each) => includes(each, element)) : -1;
  const found = same < 0 ? merged : same;
  return found < 0 ? 'not' : `/${list}/${found}`;
}

/** Reports whether a rule applies to everything that another rule applies to. */
function includes(rule: JsonValue, other: JsonObject): boolean {
  return targets.every((part) => {
    const present = textsAt(rule, part);
    const wanted = textsAt(other, part);
    // Without names, a rule applies to all objects.
    return part === 'resourceNames' && wanted.length === 0
      ? present.length === 0
      : wanted.every((each) => present.includes(each));
  });
}

function shown(element: JsonValue): string {
  if (!isObject(element)) return typeof element === 'object' ? 'the element' : String(element);
  const resources = [...textsAt(element, 'resources'), ...textsAt(element, 'nonResourceURLs')];
  return textAt(element, 'name') || (isRule(element) ? `the rule for ${resources.join(', ')}` : 'the element');
}

/**
 * Returns the name of the object with an element, for messages. It is empty for a webhook configuration, the only one
 * of its kind.
 */
function ownerOf(object: JsonObject): string {
  const name = isWebhookConfiguration(object) ? '' : nameOf(object);
  return ` in the ${[kindOf(object), name].filter(Boolean).join(' ')}`;
}
