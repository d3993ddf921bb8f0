import { withMissingPermission, type Permission } from '../client/missing-permission.js';
import type { SelfSigned } from './options.js';

const admission = 'admissionregistration.k8s.io';

/**
 * Permissions that the operator needs. `create` is only needed if an empty Secret is not deployed with the operator.
 */
export const permissions = {
  secrets: { group: '', resource: 'secrets', verbs: ['get', 'list', 'watch', 'update'] },
  create: { group: '', resource: 'secrets', verbs: ['create'] },
} as const satisfies Record<string, Permission>;

/** Resources that contain the addresses of webhooks. */
export const configured = {
  validating: { group: admission, resource: 'validatingwebhookconfigurations' },
  mutating: { group: admission, resource: 'mutatingwebhookconfigurations' },
  definitions: { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' },
} as const;

type ConfiguredResource = (typeof configured)[keyof typeof configured];

/** Returns the permission to find the objects that point to the Service: all objects of a resource, or only the named one. */
export function permissionToFind(resource: ConfiguredResource, name: string | undefined): Permission {
  if (name === undefined) return { ...resource, verbs: ['list', 'watch'] };
  return { ...resource, resourceNames: [name], verbs: ['get', 'list', 'watch', 'patch'] };
}

/** Returns the permission to change an object that was found. */
export function permissionToChange(resource: ConfiguredResource, name: string, isNamed: boolean): Permission {
  return isNamed ? permissionToFind(resource, name) : { ...resource, resourceNames: [name], verbs: ['get', 'patch'] };
}

/** Returns the permission to use the Secret, and no other. */
export const secretPermission = ({ secretName, service: { namespace } }: SelfSigned): Permission => ({
  ...permissions.secrets,
  resourceNames: [secretName],
  namespace,
});

/** Adds to the error of a forbidden request all permissions that are needed, and not only the one for this request. */
export async function permitted<T>(permission: Permission, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw withMissingPermission(error, permission);
  }
}
