import { error, note, warning } from '../../base/diagnostics/catalogue/entry.js';

/** Differences between the permissions that the code uses and those that it has. */
export const permissionsDiagnostics = {
  'permission-added': note<{ readonly what: string; readonly path: string }>(
    ({ what, path }) => `${path} has another permission than the Go operator: ${what}`,
    () => 'the runtime requires it; to watch fewer kinds, change the registration of the controller',
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
  'unused-permission': warning<{ verbs: string; resource: string; fix: string }>(
    ({ verbs, resource }) => `the code does not use this permission: ${verbs} on ${resource}`,
    ({ fix }) => `${fix}, or add a comment above it: // rbac-unused: what needs it`,
  ),
  'wildcard-permission': warning<{ key: string }>(
    ({ key }) => `the permission has a wildcard in ${key}, and includes everything that is added to the cluster later`,
    ({ key }) => `list the ${key} that the code uses; npx operator-gen rbac shows them`,
  ),
  'dynamic-permission': warning<{ subject: string; consequence: string; remedy: string }>(
    ({ subject, consequence }) => `${subject} is known only at run time, and ${consequence}`,
    ({ remedy }) => `${remedy}: // rbac-dynamic: where they are declared`,
  ),
};
