import { withMissingPermission, type Permission } from '../client/missing-permission.js';
import type { SelfSigned } from './options.js';

const admission = 'admissionregistration.k8s.io';

/**
 * What the operator has to be allowed. To list and to watch may be limited to names, since one name at a time is asked for;
 * to create may not: it is needed only where the Secret is not deployed with the operator, empty.
 */
export const permissions = {
  secrets: { group: '', resource: 'secrets', verbs: ['get', 'list', 'watch', 'update'] },
  create: { group: '', resource: 'secrets', verbs: ['create'] },
  validating: { group: admission, resource: 'validatingwebhookconfigurations', verbs: ['list', 'watch', 'patch'] },
  mutating: { group: admission, resource: 'mutatingwebhookconfigurations', verbs: ['list', 'watch', 'patch'] },
  definitions: {
    group: 'apiextensions.k8s.io',
    resource: 'customresourcedefinitions',
    verbs: ['list', 'watch', 'patch'],
  },
} as const satisfies Record<string, Permission>;

/** The permission to use the Secret, and no other. */
export const secretPermission = ({ secretName, service: { namespace } }: SelfSigned): Permission => ({
  ...permissions.secrets,
  resourceNames: [secretName],
  namespace,
});

/** A request that says, where it is forbidden, all that has to be allowed and not only what it asked for. */
export async function permitted<T>(permission: Permission, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw withMissingPermission(error, permission);
  }
}
