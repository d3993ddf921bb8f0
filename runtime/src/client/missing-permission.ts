import { ApiError } from '../transport/api-error.js';
import { isForbidden } from './error-reasons.js';
import { isAnonymous } from '../transport/failure.js';

/** Permission that a client may lack. */
export interface Permission {
  /** API group; empty for the core group. */
  readonly group: string;
  /** Lower-case plural, with the subresource if there is one: `pods/eviction`. */
  readonly resource: string;
  readonly verbs: readonly string[];
  /** Names of the objects; all objects if unset. */
  readonly resourceNames?: readonly string[];
  /** Namespace of the objects; all namespaces if unset. */
  readonly namespace?: string;
}

/** Returns advice for a forbidden request, with the line that declares the permission that may be missing. */
export function missingPermission({ group, resource, verbs, resourceNames, namespace }: Permission): string {
  const which = resourceNames === undefined ? '' : `, resourceNames: ${listOf(resourceNames)}`;
  const where = namespace === undefined ? '' : `, namespace: '${namespace}'`;
  const what = `groups: ['${group || 'core'}'], resources: ['${resource}']${which}, verbs: ${listOf(verbs)}${where}`;
  const rule = `@Rbac({ ${what} })`;
  return `if the permission is missing, declare it and deploy the role again: ${rule}`;
}

/**
 * Replaces the hint of a forbidden request with all missing permissions, not only the one for this request, so that the
 * next request does not fail as well. Returns any other error unchanged.
 */
export function withMissingPermission(error: unknown, permission: Permission): unknown {
  if (!(error instanceof ApiError) || !isForbidden(error) || isAnonymous(error)) return error;
  return error.withHint(missingPermission(permission));
}

const listOf = (texts: readonly string[]): string => `[${texts.map((text) => `'${text}'`).join(', ')}]`;
