import type { ResourceInfo } from '../api/resource.js';

/** The name of an object, and the namespace that it lives in if its kind is namespaced. A Request is one. */
export interface ObjectKey {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/**
 * The path of a resource, or of one object of it: https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris
 * @throws TypeError when a namespaced object is addressed without a namespace, or without a name
 */
export function resourcePath(info: ResourceInfo, key: Partial<ObjectKey>, subresource?: string): string {
  const root = info.group === '' ? `/api/${info.version}` : `/apis/${info.group}/${info.version}`;
  if (key.name === '') throw new TypeError(`${labelOf(info, key)}: the name is empty`);
  if (info.scope === 'Namespaced' && key.name !== undefined && !key.namespace) {
    throw new TypeError(`${labelOf(info, key)}: ${info.kind} is namespaced, and no namespace is given`);
  }
  const namespace =
    info.scope === 'Namespaced' && key.namespace ? `/namespaces/${encodeURIComponent(key.namespace)}` : '';
  const name = key.name === undefined ? '' : `/${encodeURIComponent(key.name)}`;
  return `${root}${namespace}/${info.plural}${name}${subresource === undefined ? '' : `/${subresource}`}`;
}

/** What messages call an object: `deployments.apps default/web`. */
export function labelOf(info: ResourceInfo, { namespace, name }: Partial<ObjectKey>): string {
  const resource = info.group === '' ? info.plural : `${info.plural}.${info.group}`;
  if (name === undefined) return namespace ? `${resource} in ${namespace}` : resource;
  return `${resource} ${namespace ? `${namespace}/` : ''}${name}`;
}
