import { error, warning } from './entry.js';

/** Diagnostics of permissions that the code uses, compared with those that it declares. */
export const permissionDiagnostics = {
  'missing-permission': error<{ call: string; others: string; permission: string; marker: string }>(
    ({ call, others, permission }) =>
      `${call}${others} requires a permission that the operator does not have: ${permission}`,
    ({ marker }) => `run: operator-gen rbac --fix, or add a marker to the class: ${marker}`,
  ),
  'unused-permission': warning<{ verbs: string; resource: string }>(
    ({ verbs, resource }) => `the code does not use this permission: ${verbs} on ${resource}`,
    () => 'run: operator-gen rbac --fix, or remove it from the marker',
  ),
  'wildcard-permission': warning<{ key: string }>(
    ({ key }) => `the permission has a wildcard in ${key}, and includes what is added to the cluster later`,
    ({ key }) => `list the ${key} that the code uses; operator-gen rbac shows them`,
  ),
  'dynamic-permission': warning<{ subject: string; consequence: string; remedy: string }>(
    ({ subject, consequence }) => `${subject} is known only at run time, and ${consequence}`,
    ({ remedy }) => `${remedy}: // rbac-dynamic: where they are declared`,
  ),
};
