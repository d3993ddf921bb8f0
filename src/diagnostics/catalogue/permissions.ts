import type { DynamicUse } from '../../model/permission.js';
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
  'dynamic-permission': warning<{ call: string; verbs: string; unknown: DynamicUse['unknown'] }>(
    ({ call, verbs, unknown }) => messageOf[unknown](call, verbs),
    ({ unknown }) =>
      unknown === 'kind' || unknown === 'subresource'
        ? `add a marker for the ${unknown}s, or a comment above the call: // rbac-dynamic: where they are declared`
        : 'add a comment above this line: // rbac-dynamic: where the permissions are declared',
  ),
};

const messageOf: Readonly<Record<DynamicUse['unknown'], (call: string, verbs: string) => string>> = {
  kind: (call, verbs) => `the kind of ${call} is known only at run time, and no marker grants ${verbs} for it`,
  subresource: (call, verbs) =>
    `the subresource of ${call} is known only at run time, and no marker grants ${verbs} for it`,
  method: (call) => `the method ${call} is known only at run time, and so are the permissions that it requires`,
  client: (call) => `the client ${call} goes to code that cannot be followed, and can require any permission`,
};
