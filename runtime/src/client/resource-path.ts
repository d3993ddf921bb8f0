import { groupResourceOf } from '../api/names.js';
import type { ResourceInfo } from '../api/resource.js';

/** The name of an object, and the namespace that it lives in if its kind is namespaced. A Request is one. */
export interface ObjectKey {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/**
 * The path of a resource, or of one object of it: https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris
 * @throws TypeError as `requireKey`
 */
export function resourcePath(info: ResourceInfo, key: Partial<ObjectKey>, subresource?: string): string {
  requireKey(info, key);
  const root = info.group === '' ? `/api/${info.version}` : `/apis/${info.group}/${info.version}`;
  const namespace =
    info.scope === 'Namespaced' && key.namespace ? `/namespaces/${encodeURIComponent(key.namespace)}` : '';
  const name = key.name === undefined ? '' : `/${encodeURIComponent(key.name)}`;
  return `${root}${namespace}/${info.plural}${name}${subresource === undefined ? '' : `/${subresource}`}`;
}

/** @throws TypeError when a namespaced object is addressed without a namespace, or with a name that none can have */
export function requireKey(info: ResourceInfo, key: Partial<ObjectKey>): void {
  if (key.name !== undefined) requireSegment(info, key, 'name', key.name);
  if (info.scope !== 'Namespaced') return;
  if (key.namespace) requireSegment(info, key, 'namespace', key.namespace);
  else if (key.name !== undefined) throw namespaceMissing(info, key);
}

/** What is thrown where an object of a namespaced kind is written or addressed without a namespace. */
export function namespaceMissing(info: ResourceInfo, key: Partial<ObjectKey>): TypeError {
  return new TypeError(
    `${labelOf(info, key)}: ${info.kind} is namespaced, and no namespace is given: say in which it is`,
  );
}

/** What messages call an object: `deployments.apps default/web`. */
export function labelOf(info: ResourceInfo, { namespace, name }: Partial<ObjectKey>): string {
  const resource = groupResourceOf(info);
  if (!name) return namespace ? `${resource} in ${namespace}` : resource;
  return `${resource} ${namespace ? `${namespace}/` : ''}${name}`;
}

/** A name such as `..` would make the path that of another resource: a deletion, say, that of all objects. */
function requireSegment(info: ResourceInfo, key: Partial<ObjectKey>, what: string, value: string): void {
  if (value !== '' && value !== '.' && value !== '..' && !/[/%]/.test(value)) return;
  throw new TypeError(`${labelOf(info, key)}: ${value === '' ? `the ${what} is empty` : `"${value}" is not a ${what}`}`);
}
