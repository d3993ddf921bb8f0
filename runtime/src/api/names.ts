import type { ResourceInfo } from './resource.js';

/** Returns the name of a resource as used by kubectl and RBAC: `deployments.apps`, or `pods` for the core group. */
export function groupResourceOf({ group, plural }: Pick<ResourceInfo, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** Returns a kind with its group: `Deployment.apps`, or `Pod` for the core group. */
export function groupKindOf({ group, kind }: Pick<ResourceInfo, 'group' | 'kind'>): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/** Splits the `apiVersion` of an object into group and version; the group is empty for the core group. */
export function parseApiVersion(apiVersion: string): Pick<ResourceInfo, 'group' | 'version'> {
  const [first = '', second] = apiVersion.split('/');
  return second === undefined ? { group: '', version: first } : { group: first, version: second };
}
