import type { ResourceInfo } from '../api/resource.js';
import { apiVersionOf } from '../api/resource.js';
import { isForbidden, isNotFound, isUnauthorized } from '../client/api-error.js';
import { messageOf } from '../errors/causes.js';

/** What a failed list or watch means, and what to do about it; a permission that is missing as the line to be added. */
export function explain(info: ResourceInfo, error: unknown): string {
  const message = messageOf(error);
  if (isForbidden(error)) {
    const rule = `@Rbac({ groups: ['${info.group}'], resources: ['${info.plural}'], verbs: ['list', 'watch'] })`;
    return `${message}; if the permission is missing, declare it and deploy the role anew: ${rule}`;
  }
  if (isUnauthorized(error)) return `${message}; the API server does not accept the credential`;
  if (isNotFound(error)) {
    // The groups of custom resources have a dot in their name; some of Kubernetes' own do too, and are always there.
    const crd =
      info.group.includes('.') && !info.group.endsWith('.k8s.io') ? `${info.plural}.${info.group}` : undefined;
    const what = `${message}; the API server does not serve ${info.plural} of ${apiVersionOf(info)}`;
    return crd === undefined ? what : `${what}: is the CustomResourceDefinition ${crd} installed?`;
  }
  return message;
}
