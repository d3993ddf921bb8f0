import { ApiError } from '../transport/api-error.js';
import { isForbidden } from './error-reasons.js';
import { isAnonymous } from '../transport/failure.js';

/** What somebody may have to be allowed. */
export interface Permission {
  /** API group; empty for the core group. */
  readonly group: string;
  /** Lower-case plural, with the subresource where it is one: `pods/eviction`. */
  readonly resource: string;
  readonly verbs: readonly string[];
  /** Of which objects; of all where absent. */
  readonly resourceNames?: readonly string[];
  /** Where; in every namespace where absent. */
  readonly namespace?: string;
}

/** What to do about a request that was forbidden, with the line that declares what may be missing. */
export function missingPermission({ group, resource, verbs, resourceNames, namespace }: Permission): string {
  const which = resourceNames === undefined ? '' : `, resourceNames: ${listOf(resourceNames)}`;
  const where = namespace === undefined ? '' : `, namespace: '${namespace}'`;
  const what = `groups: ['${group || 'core'}'], resources: ['${resource}']${which}, verbs: ${listOf(verbs)}${where}`;
  const rule = `@Rbac({ ${what} })`;
  return `if the permission is missing, declare it and deploy the role anew: ${rule}`;
}

/**
 * A request that was forbidden, with all that is missing in place of the permission for this one request: then the next does
 * not fail for another. Any other error as it is.
 */
export function withMissingPermission(error: unknown, permission: Permission): unknown {
  if (!(error instanceof ApiError) || !isForbidden(error) || isAnonymous(error)) return error;
  return error.withHint(missingPermission(permission));
}

const listOf = (texts: readonly string[]): string => `[${texts.map((text) => `'${text}'`).join(', ')}]`;
