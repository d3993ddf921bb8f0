import { withMissingPermission, type Permission } from '../client/missing-permission.js';
import type { SelfSigned } from './options.js';

const admission = 'admissionregistration.k8s.io';

/** What the operator has to be allowed. To create is needed only where the Secret is not deployed with the operator, empty. */
export const permissions = {
  secrets: { group: '', resource: 'secrets', verbs: ['get', 'list', 'watch', 'update'] },
  create: { group: '', resource: 'secrets', verbs: ['create'] },
} as const satisfies Record<string, Permission>;

/** The resources that say where webhooks are. */
export const configured = {
  validating: { group: admission, resource: 'validatingwebhookconfigurations' },
  mutating: { group: admission, resource: 'mutatingwebhookconfigurations' },
  definitions: { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' },
} as const;

type ConfiguredResource = (typeof configured)[keyof typeof configured];

/** To find what points to the Service: everything of a resource is looked at, and nothing but what is named. */
export function permissionToFind(resource: ConfiguredResource, name: string | undefined): Permission {
  if (name === undefined) return { ...resource, verbs: ['list', 'watch'] };
  return { ...resource, resourceNames: [name], verbs: ['get', 'list', 'watch', 'patch'] };
}

/** To change an object that was found. */
export function permissionToChange(resource: ConfiguredResource, name: string, isNamed: boolean): Permission {
  return isNamed ? permissionToFind(resource, name) : { ...resource, resourceNames: [name], verbs: ['get', 'patch'] };
}

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
