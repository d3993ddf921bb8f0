import type { Forbidden } from '../show/message.js';

/** See https://kubernetes.io/docs/reference/access-authn-authz/rbac/: the message of a request that no role allows. */
const refusal =
  /cannot ([a-z]{1,30}) resource "([a-z0-9./-]{1,300})" in API group "([a-z0-9.-]{0,253})"(?: in the namespace "([a-z0-9-]{1,63})"| at the cluster scope)?/;

/** Returns the permission that a request lacked, according to the error of the API server. */
export function forbiddenIn(text: string): Forbidden | undefined {
  const [, verb, resource, group = '', namespace] = refusal.exec(text.slice(0, 20_000)) ?? [];
  if (verb === undefined || resource === undefined) return undefined;
  return { verb, group, resource, ...(namespace !== undefined && { namespace }) };
}

/** Returns the marker that grants a permission, as in a source file. */
export function markerFor({ verb, group, resource }: Forbidden): readonly string[] {
  // A cache lists and watches what it is asked for.
  const isRead = ['get', 'list', 'watch'].includes(verb);
  const verbs = isRead && !resource.includes('/') ? ['get', 'list', 'watch'] : [verb];
  const list = (values: readonly string[]): string => `[${values.map((each) => `'${each}'`).join(', ')}]`;
  return [`@Rbac({ groups: ${list([group || 'core'])}, resources: ${list([resource])}, verbs: ${list(verbs)} })`];
}

/** Returns a text that is the same for the same permission. */
export function permissionKey({ verb, group, resource }: Forbidden): string {
  return `${verb} ${resource}.${group}`;
}
