import type { ResourceInfo } from './resource.js';

/** A resource as kubectl and RBAC call it: `deployments.apps`, or `pods` of the core group. */
export function groupResourceOf({ group, plural }: Pick<ResourceInfo, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** A kind and its group: `Deployment.apps`, or `Pod` of the core group. */
export function groupKindOf({ group, kind }: Pick<ResourceInfo, 'group' | 'kind'>): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/** The parts of an object's `apiVersion`; the group is empty for the core group. */
export function parseApiVersion(apiVersion: string): Pick<ResourceInfo, 'group' | 'version'> {
  const [first = '', second] = apiVersion.split('/');
  return second === undefined ? { group: '', version: first } : { group: first, version: second };
}
