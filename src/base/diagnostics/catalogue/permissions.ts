import { error, warning } from './entry.js';

/** Diagnostics of permissions that the code uses, compared with those that it declares. */
export const permissionDiagnostics = {
  'not-a-kind': error<{ name: string }>(
    ({ name }) => `${name} is not a kind, so no resource is known for it`,
    () =>
      "name a class with @Resource or a handle of the runtime, or write the resource: { groups: ['apps'], resources: ['deployments'], verbs: ['get'] }",
  ),
  'unmarked-kind': error<{ name: string }>(
    ({ name }) => `${name} has no @Resource, so it is not a kind, and the runtime rejects it here`,
    () => 'use the class of another version or kind, or add the marker',
  ),
  'unknown-resource': warning<{ resource: string; groups: string; effect: string; instead: string }>(
    ({ resource, groups, effect }) => `the group ${groups} has no resource '${resource}', so ${effect}`,
    ({ instead }) => instead,
  ),
  'roles-of-one-name': warning<{ role: string; namespace: string; other: string; place: string }>(
    ({ role, namespace, other, place }) =>
      `the Role ${role} in the namespace ${namespace} has the same name as the one in ${other}, which ${place} declares: kustomize builds config/default only if their names differ`,
    ({ role, namespace }) => `give it another name, such as: roleName: '${role}-${namespace}'`,
  ),
};
