import { groupOf } from '../../base/model/kubernetes-object.js';
import { isObject } from '../../base/model/schema.js';
import { setKey, valueAt, type Json, type JsonMap } from './json.js';

/**
 * The keys by which Kubernetes merges list items, by the name of the list:
 * https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/. Other lists are
 * replaced.
 */
const mergeKeys: Readonly<Record<string, readonly string[]>> = {
  containers: ['name'],
  ephemeralContainers: ['name'],
  initContainers: ['name'],
  env: ['name'],
  volumes: ['name'],
  volumeMounts: ['mountPath'],
  volumeDevices: ['devicePath'],
  ports: ['containerPort', 'port'],
  imagePullSecrets: ['name'],
  secrets: ['name'],
  hostAliases: ['ip'],
  topologySpreadConstraints: ['topologyKey'],
  webhooks: ['name'],
};

/** Additional keys of lists, which are optional in an item. */
const secondKeys: Readonly<Record<string, string>> = {
  ports: 'protocol',
  topologySpreadConstraints: 'whenUnsatisfiable',
};

/** API groups of Kubernetes whose types define no merge keys. */
const withoutKeys = new Set(['apiextensions.k8s.io']);

/** Applies a strategic merge patch to an object; undefined if the patch deletes the object. */
export function strategicMerge(object: JsonMap, patch: JsonMap): JsonMap | undefined {
  if (valueAt(patch, '$patch') === 'delete') return undefined;
  const group = groupOf(object);
  const hasKeys = (group === '' || !group.includes('.') || group.endsWith('.k8s.io')) && !withoutKeys.has(group);
  return mergeMap(object, patch, hasKeys);
}

function mergeMap(existing: JsonMap, patch: JsonMap, hasKeys: boolean): JsonMap {
  if (valueAt(patch, '$patch') === 'replace') return without(patch, '$patch');
  const merged = { ...existing };
  for (const [key, value] of Object.entries(patch)) {
    if (key === '$patch') continue;
    const old = valueAt(merged, key);
    if (value === null) delete merged[key];
    else if (isObject(value)) {
      if (valueAt(value, '$patch') === 'delete') delete merged[key];
      else setKey(merged, key, mergeMap(isObject(old) ? old : {}, value, hasKeys));
    } else if (Array.isArray(value) && hasKeys)
      setKey(merged, key, mergeList(key, Array.isArray(old) ? old : [], value));
    else setKey(merged, key, value);
  }
  return merged;
}

function mergeList(name: string, existing: readonly Json[], patch: readonly Json[]): Json[] {
  const key = mergeKeys[name]?.find((each) =>
    patch.every((item) => isObject(item) && (Object.hasOwn(item, each) || '$patch' in item)),
  );
  if (patch.some((item) => valueAt(item, '$patch') === 'replace'))
    return patch.filter((item) => valueAt(item, '$patch') !== 'replace');
  if (key === undefined) return [...patch];
  const isSame = (one: Json, other: Json): boolean =>
    valueAt(one, key) === valueAt(other, key) && isSameOrMissing(secondKeys[name], one, other);
  // Kustomize puts the items of the patch first, in their order.
  const first: Json[] = [];
  let rest: readonly Json[] = existing;
  for (const item of patch as readonly JsonMap[]) {
    const old = [...first, ...rest].find((each) => isSame(each, item));
    rest = rest.filter((each) => !isSame(each, item));
    if (valueAt(item, '$patch') === 'delete') continue;
    const changed = isObject(old) ? mergeMap(old, item, true) : mergeMap({}, item, true);
    const known = first.findIndex((each) => isSame(each, item));
    if (known < 0) first.push(changed);
    else first[known] = changed;
  }
  return [...first, ...rest];
}

function isSameOrMissing(key: string | undefined, one: Json, other: Json): boolean {
  if (key === undefined) return true;
  const [mine, others] = [valueAt(one, key), valueAt(other, key)];
  return mine === undefined || others === undefined || mine === others;
}

function without(map: JsonMap, key: string): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([each]) => each !== key));
}
