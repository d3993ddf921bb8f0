import { defined } from '../../base/model/defined.js';
import type { DynamicUse, GroupResource, PermissionUses, UsedPermission } from '../../base/model/permission.js';
import { coreless, type RbacRule } from '../../base/model/rbac.js';
import { covers, isForGroup, type GrantedRule, type UnusedPermission } from './granted-rules.js';
import { accountFor, standardVerbs } from './uses/dynamic-uses.js';

/** Permission that lines of the code need, but no rule grants. */
export interface MissingPermission {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
  /** Name of the kind, if nothing in the project shows its resource. */
  readonly unlisted?: string;
  readonly namespace?: string;
  readonly resourceName?: string;
  /** Namespace of the role that can grant it; absent for a ClusterRole. */
  readonly roleNamespace?: string;
  /** The lines that need it, in the order of the sources. */
  readonly uses: readonly UsedPermission[];
}

/** Reports whether a permission is for a namespace other than that of the operator, to which the role is limited. */
export function isElsewhere({ namespace, roleNamespace }: MissingPermission): boolean {
  return roleNamespace !== undefined && namespace !== undefined && namespace !== roleNamespace;
}

/** Reports whether a marker can grant a permission: its resource is known, and the role can be for its namespace. */
export function canBeDeclared(permission: MissingPermission): boolean {
  return permission.unlisted === undefined && !isElsewhere(permission);
}

/** Role of markers that is not bound, and the permissions in it that the code needs. */
export interface UnboundRole {
  /** The first marker whose permission is needed. */
  readonly rule: RbacRule;
  readonly needs: readonly MissingPermission[];
}

/** Roles of the operator that are not generated from markers, and whether the generated ones grant anything. */
export interface OtherRoles {
  readonly rules: readonly GrantedRule[];
  readonly binds: (rule: RbacRule) => boolean;
}

export interface Comparison {
  readonly missing: readonly MissingPermission[];
  /** Roles that are not bound to the service account of the operator, although the code needs them. */
  readonly unbound: readonly UnboundRole[];
  readonly unused: readonly UnusedPermission[];
  /** Calls whose kind is known only at run time, and which no marker or comment explains. */
  readonly dynamic: readonly DynamicUse[];
  readonly broken: PermissionUses['broken'];
}

/** Facts about a project's permissions. */
export interface PermissionFacts {
  /** Returns the namespace of the role that can grant a permission; empty for a ClusterRole. */
  readonly roleNamespaceOf: (permission: GroupResource) => string;
  /** Reports whether the markers for a resource are scaffolded. */
  readonly isScaffolded: (permission: GroupResource) => boolean;
}

/** Compares the permissions that the code uses with those that the rules grant. */
export function comparePermissions(
  uses: PermissionUses,
  declared: readonly RbacRule[],
  { rules, binds }: OtherRoles = { rules: [], binds: () => true },
  { roleNamespaceOf, isScaffolded }: PermissionFacts = { roleNamespaceOf: () => '', isScaffolded: () => false },
): Comparison {
  const granted = [...declared.filter(binds), ...rules];
  const used = withResources(uses.used, [...declared, ...rules]);
  const notBound = declared.filter((rule) => !granted.includes(rule));
  const missing: Need[] = [];
  const unbound = new Map<string, { readonly rule: RbacRule; readonly needs: Need[] }>();
  for (const use of used) {
    for (const verb of use.verbs) {
      if (granted.some((rule) => covers(rule, use, verb))) continue;
      const rule = notBound.find((each) => covers(each, use, verb));
      const role = rule && `${rule.namespace}/${rule.roleName}`;
      const known = role === undefined ? undefined : unbound.get(role);
      if (known !== undefined) known.needs.push({ use, verb });
      else if (rule === undefined || role === undefined) missing.push({ use, verb });
      else unbound.set(role, { rule, needs: [{ use, verb }] });
    }
  }
  const unused = declared.flatMap((rule) => unusedIn(rule, used));
  const accounted = accountFor(uses.dynamic, { declared, granted, used, unused, isScaffolded });
  return {
    missing: joined(missing, roleNamespaceOf),
    unbound: [...unbound.values()].map(({ rule, needs }) => ({ rule, needs: joined(needs, roleNamespaceOf) })),
    ...accounted,
    broken: uses.broken,
  };
}

/** Line of the code, and a verb that it requires. */
interface Need {
  readonly use: UsedPermission;
  readonly verb: string;
}

function unusedIn(rule: RbacRule, used: readonly UsedPermission[]): readonly UnusedPermission[] {
  if (rule.keptFor !== undefined) return [];
  const verbs = rule.verbs.filter((verb) => standardVerbs.includes(verb));
  return rule.groups.flatMap((group) =>
    rule.resources
      .filter((resource) => !resource.includes('*') && group !== '*')
      .flatMap((resource) => {
        const own = used.filter((use) => use.group === coreless(group) && use.resource === resource);
        const without = verbs.filter((verb) => !own.some((use) => use.verbs.includes(verb)));
        return without.length === 0 ? [] : [{ rule, group: coreless(group), resource, verbs: without }];
      }),
  );
}

/** Merges permissions that lines need for the same resource, in the order of the sources. */
function joined(
  needs: readonly Need[],
  roleNamespaceOf: PermissionFacts['roleNamespaceOf'],
): readonly MissingPermission[] {
  const found = new Map<string, MissingPermission & { readonly verbs: string[]; readonly uses: UsedPermission[] }>();
  for (const { use, verb } of needs) {
    const { group, resource, unlisted, namespace, resourceName } = use;
    const key = JSON.stringify([group, resource, unlisted, namespace, resourceName]);
    const roleNamespace = roleNamespaceOf({ group, resource }) || undefined;
    const limits = defined({ unlisted, namespace, resourceName, roleNamespace });
    const known = found.get(key) ?? { group, resource, ...limits, verbs: [], uses: [] };
    found.set(key, known);
    if (!known.uses.includes(use)) known.uses.push(use);
    if (!known.verbs.includes(verb)) known.verbs.push(verb);
  }
  return [...found.values()];
}

/**
 * Returns the permissions that lines need. If nothing in the project lists the resource of a kind, it is derived from
 * the rules: the likely plural, or resources of the group that the rules grant with these verbs, and that no other line
 * needs.
 */
function withResources(used: readonly UsedPermission[], rules: readonly GrantedRule[]): readonly UsedPermission[] {
  if (!used.some(({ unlisted }) => unlisted !== undefined)) return used;
  const taken = new Set(used.map((each) => `${each.group}/${pluralIn(each.resource)}`));
  return used.flatMap((use) => {
    const { unlisted, ...listed } = use;
    if (unlisted === undefined) return [use];
    const [plural, ...suffix] = use.resource.split('/');
    const inGroup = rules
      .filter((rule) => isForGroup(rule, use.group))
      .flatMap(({ resources }) => resources.map(pluralIn));
    if (plural !== undefined && inGroup.includes(plural)) return [listed];
    const others = [...new Set(inGroup)].filter((each) => each !== '*' && !taken.has(`${use.group}/${each}`));
    const isGranted = (each: UsedPermission): boolean =>
      each.verbs.every((verb) => rules.some((rule) => covers(rule, each, verb)));
    const found = others
      .map((each) => ({ ...listed, resource: [each, ...suffix].join('/') }))
      .filter((each) => isGranted(each));
    return found.length === 0 ? [use] : found;
  });
}

function pluralIn(resource: string): string {
  return resource.split('/')[0] ?? resource;
}
