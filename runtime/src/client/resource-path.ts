import { groupResourceOf } from '../api/names.js';
import type { ResourceInfo } from '../api/resource.js';

/** Name of an object, and its namespace if the kind is namespaced. A Request is an ObjectKey. */
export interface ObjectKey {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/**
 * Returns the path of a resource, or of one of its objects:
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris
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

/** @throws TypeError if the key of a namespaced object lacks a namespace, or a name is invalid */
export function requireKey(info: ResourceInfo, key: Partial<ObjectKey>): void {
  if (key.name !== undefined) requireSegment(info, key, 'name', key.name);
  if (info.scope !== 'Namespaced') return;
  if (key.namespace) requireSegment(info, key, 'namespace', key.namespace);
  else if (key.name !== undefined) throw namespaceMissing(info, key);
}

/** Creates the error for an object of a namespaced kind that is written or addressed without a namespace. */
export function namespaceMissing(info: ResourceInfo, key: Partial<ObjectKey>): TypeError {
  return new TypeError(
    `${labelOf(info, key)}: ${info.kind} is namespaced, and no namespace is given: say in which it is`,
  );
}

/** Returns the name of an object in messages: `deployments.apps default/web`. */
export function labelOf(info: ResourceInfo, { namespace, name }: Partial<ObjectKey>): string {
  const resource = groupResourceOf(info);
  if (!name) return namespace ? `${resource} in ${namespace}` : resource;
  return `${resource} ${namespace ? `${namespace}/` : ''}${name}`;
}

/**
 * Rejects names such as `..`, which would turn the path into that of another resource: a deletion could then delete all
 * objects.
 */
function requireSegment(info: ResourceInfo, key: Partial<ObjectKey>, what: string, value: string): void {
  if (value !== '' && value !== '.' && value !== '..' && !/[/%]/.test(value)) return;
  throw new TypeError(
    `${labelOf(info, key)}: ${value === '' ? `the ${what} is empty` : `"${value}" is not a ${what}`}`,
  );
}
