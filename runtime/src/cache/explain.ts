import { groupResourceOf } from '../api/names.js';
import { apiVersionOf, type ResourceInfo } from '../api/resource.js';
import { ApiError } from '../transport/api-error.js';
import { isForbidden } from '../client/error-reasons.js';
import { isAnonymous } from '../transport/failure.js';
import { missingPermission } from '../client/missing-permission.js';
import { labelOf } from '../client/resource-path.js';
import { messageOf } from '../errors/causes.js';
import type { Logger } from '../log/logger.js';
import { Faults } from './faults.js';

/** Explains why a list or watch failed and what to do about it; for a missing permission, shows the line to add. */
export function explain(info: ResourceInfo, error: unknown): string {
  const message = messageOf(error);
  if (isForbidden(error) && !(error instanceof ApiError && isAnonymous(error))) {
    return `${message}; ${missingPermission({ group: info.group, resource: info.plural, verbs: ['list', 'watch'] })}`;
  }
  if (error instanceof ApiError && error.code === 404) {
    const what = `${message}; the API server does not serve ${info.plural} of ${apiVersionOf(info)}`;
    // Groups of custom resources contain a dot; only built-in groups of Kubernetes can lack one.
    if (!info.group.includes('.')) return what;
    // Some groups of this form are built into Kubernetes, and their versions change with each release.
    const orOld = info.group.endsWith('.k8s.io') ? ', or is this another version of Kubernetes' : '';
    return `${what}: is the CustomResourceDefinition ${groupResourceOf(info)} installed${orOld}?`;
  }
  return message;
}

/** Creates the fault log of a resource, in one namespace or in all. */
export function faultsOf(
  { info, log }: { readonly info: ResourceInfo; readonly log: Logger },
  namespace: string | undefined,
): Faults {
  return new Faults(labelOf(info, { namespace }), (error) => explain(info, error), log);
}
