import { error, note, warning } from './entry.js';

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
  'missing-permission': error<{ call: string; verb: string; permission: string; remedy: string }>(
    ({ call, verb, permission }) => `${call}${verb} a permission that the operator does not have: ${permission}`,
    ({ remedy }) => remedy,
  ),
  /** A kind, or one of its versions, and its class. */
  'missing-subresource': warning<{ call: string; what: string; where: string; subresource: string; marker: string }>(
    ({ call, what, subresource }) => `${call} fails: ${what} does not have the subresource ${subresource}`,
    ({ where, marker }) => `add ${marker} to ${where}, and run: npx operator-gen manifests`,
  ),
  'missing-permissions': note<{ count: number; first: string }>(
    ({ count, first }) =>
      `the operator does not have all permissions that its code uses, ${count} missing, the first: ${first}`,
    () =>
      'in the cluster, such requests fail with 403; npx operator-gen check lists them, npx operator-gen rbac --fix adds them',
  ),
  'unbound-role': warning<{ role: string; where: string; binding: string; permissions: string }>(
    ({ role, where, permissions }) =>
      `no binding in config gives the operator the role ${role}${where}, of which the code needs ${permissions}`,
    ({ role, binding }) => `add a ${binding} of ${role} to the service account of the operator`,
  ),
  'roles-of-one-name': warning<{ role: string; namespace: string; other: string; place: string }>(
    ({ role, namespace, other, place }) =>
      `the Role ${role} in the namespace ${namespace} has the name of the one in ${other}, which ${place} declares: kustomize builds config/default only if their names differ`,
    ({ role, namespace }) => `write a name of its own, such as: roleName: '${role}-${namespace}'`,
  ),
  'moved-role': warning<{ role: string; namespace: string; deployed: string }>(
    ({ role, namespace, deployed }) =>
      `this permission is for the namespace ${namespace}, and config/default deploys its Role ${role} to the namespace ${deployed}`,
    () =>
      'add ../rbac/namespaces to the transformers of config/default/kustomization.yaml, which puts the role back into its namespace',
  ),
  'unused-permission': warning<{ verbs: string; resource: string; fix: string }>(
    ({ verbs, resource }) => `the code does not use this permission: ${verbs} on ${resource}`,
    ({ fix }) => `${fix}, or add a comment above it: // rbac-unused: what needs it`,
  ),
  'wildcard-permission': warning<{ key: string }>(
    ({ key }) => `the permission has a wildcard in ${key}, and includes what is added to the cluster later`,
    ({ key }) => `list the ${key} that the code uses; npx operator-gen rbac shows them`,
  ),
  'dynamic-permission': warning<{ subject: string; consequence: string; remedy: string }>(
    ({ subject, consequence }) => `${subject} is known only at run time, and ${consequence}`,
    ({ remedy }) => `${remedy}: // rbac-dynamic: where they are declared`,
  ),
};
