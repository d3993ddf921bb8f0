import { own } from '../model/json-at.js';
import { isObject } from '../model/schema.js';
import { isYamlProblem, yamlDocument } from '../text/yaml-documents.js';

/** Reports whether two values are equal, ignoring the order of keys, and the formatting of a patch inside a string. */
export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one === 'string' && typeof other === 'string') return sameText(one, other);
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (one instanceof Date || other instanceof Date) return Number(one) === Number(other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && same(one[key as never], other[key as never]))
  );
}

/**
 * Reports whether two strings are equal as YAML, because a JSON 6902 patch in a kustomization is a multiline string.
 */
function sameText(one: string, other: string): boolean {
  if (!one.includes('\n') && !other.includes('\n')) return false;
  try {
    const [left, right] = [one, other].map(valueIn);
    return typeof left === 'object' && left !== null && same(left, right);
  } catch {
    return false;
  }
}

/**
 * Parses a string as YAML.
 * @throws Error when the text is not YAML that can be read
 */
function valueIn(text: string): unknown {
  const read = yamlDocument(text);
  if (isYamlProblem(read)) throw new Error(read.message);
  const [broken] = read.errors;
  if (broken !== undefined) throw broken;
  return read.toJS();
}

/**
 * Returns what identifies an item of a list while the rest of it changes, in the same way in which Kubernetes and
 * kustomize merge such lists. Undefined if only the whole item identifies it.
 */
export function identityOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
  const { kind, version, metadata, ...map } = item as Readonly<Record<string, unknown>>;
  const named = (metadata ?? {}) as Readonly<Record<string, unknown>>;
  const name = map['name'] ?? named['name'];
  if (kind !== undefined && (name ?? version) !== undefined) {
    // A resource in PROJECT is one version of a kind of a group; an object has a name.
    const { apiVersion, group, domain } = map;
    return JSON.stringify([kind, version, apiVersion, group, domain, map['namespace'] ?? named['namespace'], name]);
  }
  const keys = identities.find((each) => each.every((key) => map[key] !== undefined));
  return keys && JSON.stringify(keys.map((key) => [key, map[key]]));
}

const identities = [
  ['op', 'path'],
  ['select', 'fieldPaths'],
  ['alert'],
  ['mountPath'],
  ['path'],
  ['name'],
  ['key'],
  ['source'],
] as const;

/** Fields of Kubernetes objects that exclude each other: those of a variable, its source, a probe, and a volume. */
const choices = [
  ['value', 'valueFrom'],
  ['configMapKeyRef', 'fieldRef', 'resourceFieldRef', 'secretKeyRef'],
  ['exec', 'grpc', 'httpGet', 'tcpSocket'],
  ['configMap', 'csi', 'downwardAPI', 'emptyDir', 'hostPath', 'persistentVolumeClaim', 'projected', 'secret'],
] as const;

/** Reports whether two objects have different fields of a set from which the API server accepts only one. */
export function isOtherChoice(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return false;
  return choices.some((fields) => {
    const [chosen, instead] = [one, other].map((each) => fields.filter((field) => Object.hasOwn(each, field)));
    return chosen!.length > 0 && instead!.length > 0 && chosen!.every((field) => !instead!.includes(field));
  });
}

/** Returns the name of a list item in messages. */
export function labelOf(item: unknown, index: number): string {
  if (typeof item === 'string') return item;
  if (typeof item !== 'object' || item === null) return String(index);
  const { name, path, alert, kind, key } = item as Readonly<Record<string, unknown>>;
  const label = [name, path, alert, kind, key].find((each) => typeof each === 'string');
  return label ?? String(index);
}

/** Reports whether a value has something that another one lacks. It does not if parts were only removed. */
export function adds(before: unknown, after: unknown): boolean {
  if (same(before, after) || after === null || after === undefined) return false;
  if (Array.isArray(before) && Array.isArray(after)) {
    const isKnown = (item: unknown): boolean =>
      before.some(
        (each) =>
          same(each, item) ||
          (identityOf(each) === identityOf(item) && identityOf(item) !== undefined && !adds(each, item)),
      );
    return !after.every(isKnown);
  }
  if (!isObject(before) || !isObject(after)) return !isEmpty(after);
  if (isOtherChoice(before, after)) return true;
  return Object.entries(after).some(([key, value]) => adds(own(before, key), value));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
