import { isYamlProblem, yamlDocument } from './yaml-documents.js';

/** Whether two values say the same: the order of keys says nothing, the form of a patch inside of a text neither. */
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

/** A JSON 6902 patch stands in a kustomization as a text of several lines. */
function sameText(one: string, other: string): boolean {
  if (!one.includes('\n') && !other.includes('\n')) return false;
  try {
    const [left, right] = [one, other].map(valueIn);
    return typeof left === 'object' && left !== null && same(left, right);
  } catch {
    return false;
  }
}

/** @throws Error when the text is not YAML that is read */
function valueIn(text: string): unknown {
  const read = yamlDocument(text);
  if (isYamlProblem(read)) throw new Error(read.message);
  const [broken] = read.errors;
  if (broken !== undefined) throw broken;
  return read.toJS();
}

/**
 * By what an item of a list is known while the rest of it changes, as Kubernetes and kustomize merge such lists.
 * Undefined where nothing but the item as a whole says which it is.
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
  ['mountPath'],
  ['path'],
  ['name'],
  ['key'],
  ['source'],
] as const;

/** What an item of a list is called in a message. */
export function labelOf(item: unknown, index: number): string {
  if (typeof item === 'string') return item;
  if (typeof item !== 'object' || item === null) return String(index);
  const { name, path, kind, key } = item as Readonly<Record<string, unknown>>;
  const label = [name, path, kind, key].find((each) => typeof each === 'string');
  return label ?? String(index);
}

/** Whether a value has something that another one has not; not so where parts were only taken away. */
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
  if (!isMap(before) || !isMap(after)) return !isEmpty(after);
  return Object.entries(after).some(([key, value]) =>
    adds(Object.hasOwn(before, key) ? before[key] : undefined, value),
  );
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
