import { error, warning } from './entry.js';

/** Diagnostics of permissions that the code uses, compared with those that it declares. */
export const permissionDiagnostics = {
  'missing-permission': error<{ call: string; others: string; permission: string; marker: string }>(
    ({ call, others, permission }) =>
      `${call}${others} needs a permission that the operator does not have: ${permission}`,
    ({ marker }) => `run: operator-gen rbac --fix, or write: ${marker}`,
  ),
  'unused-permission': warning<{ verbs: string; resource: string }>(
    ({ verbs, resource }) => `no line of the code uses the permission: ${verbs} on ${resource}`,
    () => 'remove it, or run: operator-gen rbac --fix',
  ),
  'wildcard-permission': warning<{ key: string }>(
    ({ key }) => `the permission has a wildcard in ${key}, which also grants what will be added to the cluster later`,
    ({ key }) => `name the ${key}`,
  ),
  'dynamic-permission': warning<{ call: string; verbs: string }>(
    ({ call, verbs }) => `the kind of ${call} is known only at run time, and no marker grants ${verbs} for it`,
    () => 'declare the permission with @Rbac, or write above the call where it is declared: // rbac-dynamic: ...',
  ),
};
