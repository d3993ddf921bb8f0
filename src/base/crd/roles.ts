import { objectAt, objectsAt, textAt, textsAt } from '../model/json-at.js';
import type { JsonObject } from '../model/schema.js';

/** A permission that a role has now, and did not have before. */
export interface NewPermission {
  readonly role: string;
  /** Such as `get, list secrets`. */
  readonly permission: string;
}

/** One verb on one resource or URL. */
interface Permission {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** Empty for all objects. */
  readonly name: string;
}

/** Returns the permissions that roles did not have before. */
export function newPermissions(before: readonly JsonObject[], after: readonly JsonObject[]): readonly NewPermission[] {
  const known = new Map(before.map((role) => [roleName(role), permissionsOf(role)]));
  return after.flatMap((role) => {
    const old = [...(known.get(roleName(role)) ?? []), ...(known.get(ofTheCluster(role)) ?? [])];
    return textsFor(beyond(permissionsOf(role), old)).map((permission) => ({ role: roleName(role), permission }));
  });
}

/** Permissions of a role, one verb on one resource each. */
export interface PermissionSet {
  readonly count: number;
  /** In the form of `NewPermission`, grouped by what they are for. */
  readonly texts: readonly string[];
}

/** The number of permissions that a role had, and how they have changed. */
export interface PermissionChange {
  /** The number of permissions before. */
  readonly had: number;
  readonly lost: PermissionSet;
  readonly gained: PermissionSet;
}

/** Compares the permissions of two roles, ignoring their names and the order of their rules. */
export function permissionChange(before: JsonObject, after: JsonObject): PermissionChange {
  const [old, now] = [permissionsOf(before), permissionsOf(after)];
  const setOf = (found: readonly Permission[]): PermissionSet => ({ count: found.length, texts: textsFor(found) });
  return { had: old.length, lost: setOf(beyond(old, now)), gained: setOf(beyond(now, old)) };
}

/** Returns the permissions that no other one includes. */
function beyond(permissions: readonly Permission[], others: readonly Permission[]): readonly Permission[] {
  return permissions.filter((each) => !others.some((one) => covers(one, each)));
}

function textsFor(permissions: readonly Permission[]): readonly string[] {
  const verbs = new Map<string, readonly string[]>();
  for (const each of permissions) {
    const on = targetOf(each);
    verbs.set(on, [...new Set([...(verbs.get(on) ?? []), each.verb])]);
  }
  return [...verbs].map(([on, names]) => `${names.join(', ')} ${on}`);
}

function roleName(role: JsonObject): string {
  const metadata = objectAt(role, 'metadata');
  const [name, namespace] = [textAt(metadata, 'name'), textAt(metadata, 'namespace')];
  return `${textAt(role, 'kind')} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}

/** Returns the name of the role that grants the same in all namespaces. */
function ofTheCluster(role: JsonObject): string {
  return `ClusterRole ${textAt(role, 'metadata', 'name')}`;
}

function permissionsOf(role: JsonObject): readonly Permission[] {
  const all = objectsAt(role, 'rules').flatMap((rule) => {
    const names = textsAt(rule, 'resourceNames');
    const onResources = textsAt(rule, 'apiGroups').flatMap((group) =>
      textsAt(rule, 'resources').flatMap((resource) =>
        (names.length === 0 ? [''] : names).map((name) => ({ group, resource, name })),
      ),
    );
    const onUrls = textsAt(rule, 'nonResourceURLs').map((resource) => ({ group: '', resource, name: '' }));
    return textsAt(rule, 'verbs').flatMap((verb) => [...onResources, ...onUrls].map((on) => ({ verb, ...on })));
  });
  // Rules can overlap.
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

/** Returns what a role grants, regardless of how its rules are grouped: the verbs, by what they are for. */
export function grantsOf(role: JsonObject): JsonObject {
  const verbs = new Map<string, readonly string[]>();
  for (const each of permissionsOf(role)) {
    const on = targetOf(each);
    verbs.set(on, [...new Set([...(verbs.get(on) ?? []), each.verb])].toSorted());
  }
  return Object.fromEntries([...verbs].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Reports whether a permission includes another one. */
function covers(one: Permission, other: Permission): boolean {
  const includes = (part: 'verb' | 'group' | 'resource'): boolean => one[part] === '*' || one[part] === other[part];
  return includes('verb') && includes('group') && includes('resource') && (one.name === '' || one.name === other.name);
}

function targetOf({ group, resource, name }: Permission): string {
  const [plural, subresource] = group === '' ? [resource] : resource.split('/', 2);
  const shown = [group === '' ? plural : `${plural!}.${group}`, subresource].filter((part) => part !== undefined);
  return `${shown.join('/')}${name === '' ? '' : ` ${name}`}`;
}
