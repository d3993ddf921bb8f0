import { groupResourceOf } from '../api/names.js';
import { apiVersionOf, type ResourceInfo } from '../api/resource.js';
import { isForbidden, isNotFound } from '../client/api-error.js';
import { missingPermission } from '../client/missing-permission.js';
import { messageOf } from '../errors/causes.js';

/** What a failed list or watch means, and what to do about it; a permission that is missing as the line to be added. */
export function explain(info: ResourceInfo, error: unknown): string {
  const message = messageOf(error);
  if (isForbidden(error)) {
    return `${message}; ${missingPermission({ group: info.group, resource: info.plural, verbs: ['list', 'watch'] })}`;
  }
  if (isNotFound(error)) {
    // The groups of custom resources have a dot in their name; some of Kubernetes' own do too, and are always there.
    const crd = info.group.includes('.') && !info.group.endsWith('.k8s.io') ? groupResourceOf(info) : undefined;
    const what = `${message}; the API server does not serve ${info.plural} of ${apiVersionOf(info)}`;
    return crd === undefined ? what : `${what}: is the CustomResourceDefinition ${crd} installed?`;
  }
  return message;
}
