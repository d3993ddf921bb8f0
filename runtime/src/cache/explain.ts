import type { ResourceInfo } from '../api/resource.js';
import { apiVersionOf } from '../api/resource.js';
import { ApiError, isForbidden, isNotFound } from '../client/api-error.js';
import { isAnonymous } from '../client/failure.js';

/** What a failed list or watch means, and what to do about it; a permission that is missing as the line to be added. */
export function explain(info: ResourceInfo, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (isForbidden(error) && !(error instanceof ApiError && isAnonymous(error))) {
    const rule = `@Rbac({ groups: ['${info.group}'], resources: ['${info.plural}'], verbs: ['list', 'watch'] })`;
    return `${message}; if the permission is missing, declare it and deploy the role anew: ${rule}`;
  }
  if (isNotFound(error)) {
    const what = `${message}; the API server does not serve ${info.plural} of ${apiVersionOf(info)}`;
    // The groups of custom resources have a dot in their name, and only those of Kubernetes itself may have none.
    if (!info.group.includes('.')) return what;
    // Some groups of this form are Kubernetes' own, and their versions come and go with its own.
    const orOld = info.group.endsWith('.k8s.io') ? ', or is this another version of Kubernetes' : '';
    return `${what}: is the CustomResourceDefinition ${info.plural}.${info.group} installed${orOld}?`;
  }
  return message;
}
