import { defined } from '../model/defined.js';
import type { DynamicUse, GroupResource, PermissionUses, UsedPermission } from '../model/permission.js';
import { coreless, type RbacRule } from '../model/rbac.js';

/** A rule of a role that the operator has: a marker, or a role in a manifest. */
export type GrantedRule = Omit<RbacRule, 'position'> &
  Partial<Pick<RbacRule, 'position'>> & {
    /** Whether it grants requests in the namespace of the operator only. */
    readonly isOwn?: boolean;
    /** Whether it grants only requests of which its namespace is known to be theirs. */
    readonly isExact?: boolean;
  };

/** Permission that lines of the code need and that no rule grants. */
export interface MissingPermission {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
  readonly namespace?: string;
  readonly resourceName?: string;
  /** Namespace of the role that can grant it; absent for the cluster. */
  readonly roleNamespace?: string;
  /** The lines that need it, in the order of the sources. */
  readonly uses: readonly UsedPermission[];
}

/** Verbs of a marker that no line of the code needs. */
export interface UnusedPermission {
  readonly rule: RbacRule;
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
}

/** Reports whether a permission is for another namespace than that of the operator, which the role is limited to. */
export function isElsewhere({ namespace, roleNamespace }: MissingPermission): boolean {
  return roleNamespace !== undefined && namespace !== undefined && namespace !== roleNamespace;
}

/** Role of markers that is not bound, and what the code needs of it. */
export interface UnboundRole {
  /** The first marker whose permission is needed. */
  readonly rule: RbacRule;
  readonly needs: readonly MissingPermission[];
}

/** Roles of the operator that are not made of markers, and whether those that are grant anything. */
export interface OtherRoles {
  readonly rules: readonly GrantedRule[];
  readonly binds: (rule: RbacRule) => boolean;
}

type RoleNamespaceOf = (permission: GroupResource) => string;

export interface Comparison {
  readonly missing: readonly MissingPermission[];
  /** Roles that nothing binds to the service account of the operator, although the code needs what they grant. */
  readonly unbound: readonly UnboundRole[];
  readonly unused: readonly UnusedPermission[];
  /** Calls whose kind is known only at run time, and for which no marker and no comment accounts. */
  readonly dynamic: readonly DynamicUse[];
  readonly broken: PermissionUses['broken'];
}

/** Requests with these verbs have no name, so that a rule for names never matches. */
const namelessVerbs = new Set(['create', 'deletecollection']);
/** Verbs that no call of the runtime needs: they are about what an object allows, and not about requests. */
const standardVerbs = new Set(['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']);

/**
 * Compares what the code uses with what the rules grant.
 * @param roleNamespaceOf returns the namespace of the role that can grant a permission; empty for the cluster
 */
export function comparePermissions(
  { used, dynamic, broken }: PermissionUses,
  declared: readonly RbacRule[],
  { rules, binds }: OtherRoles = { rules: [], binds: () => true },
  roleNamespaceOf: RoleNamespaceOf = () => '',
): Comparison {
  const granted = [...declared.filter(binds), ...rules];
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
  // What the code does not name can be what a call uses whose kind is known only at run time.
  const accounted = new Map<UnusedPermission, Set<string>>();
  const unaccounted = dynamic.filter((use) => {
    const candidates = unused.filter(({ resource, verbs }) => accounts(use, resource, verbs));
    for (const each of candidates) accounted.set(each, new Set([...(accounted.get(each) ?? []), ...use.verbs]));
    // Without verbs, it can need any.
    const verbs = use.verbs.length === 0 ? ['*'] : use.verbs;
    const isWild = declared.some((rule) => rule.resources.includes('*') && verbs.every((verb) => grants(rule, verb)));
    return !isWild && use.acknowledged === undefined && !isAccounted(use, candidates);
  });
  const left = unused.flatMap((each) => {
    const verbs = each.verbs.filter((verb) => !accounted.get(each)?.has(verb));
    return verbs.length === 0 ? [] : [{ ...each, verbs }];
  });
  return {
    missing: joined(missing, roleNamespaceOf),
    unbound: [...unbound.values()].map(({ rule, needs }) => ({ rule, needs: joined(needs, roleNamespaceOf) })),
    unused: left,
    dynamic: unaccounted,
    broken,
  };
}

/** Line of the code, and a verb that it needs. */
interface Need {
  readonly use: UsedPermission;
  readonly verb: string;
}

/** Reports whether a rule grants what a line needs. What is known only at run time is left to the rule. */
function covers(rule: GrantedRule, use: UsedPermission, verb: string): boolean {
  const { groups, resourceNames, namespace } = rule;
  if (!grants(rule, verb)) return false;
  if (rule.isOwn === true && use.isOwn !== true) return false;
  if (rule.isExact === true && use.namespace !== namespace) return false;
  if (!groups.some((each) => each === '*' || coreless(each) === use.group)) return false;
  if (!rule.resources.some((each) => matches(each, use.resource))) return false;
  if (namespace !== '' && use.namespace !== undefined && namespace !== use.namespace) return false;
  if (resourceNames.length === 0) return true;
  if (namelessVerbs.has(verb) && !use.resource.includes('/')) return false;
  return use.resourceName === undefined || resourceNames.includes(use.resourceName);
}

function grants({ verbs }: Pick<GrantedRule, 'verbs'>, verb: string): boolean {
  return verbs.includes(verb) || verbs.includes('*');
}

/** https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-resources */
function matches(pattern: string, resource: string): boolean {
  if (pattern === '*' || pattern === resource) return true;
  const [, subresource] = resource.split('/');
  return subresource !== undefined && pattern === `*/${subresource}`;
}

function unusedIn(rule: RbacRule, used: readonly UsedPermission[]): readonly UnusedPermission[] {
  if (rule.keptFor !== undefined) return [];
  const verbs = rule.verbs.filter((verb) => standardVerbs.has(verb));
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

function accounts({ verbs, subresource }: DynamicUse, resource: string, unused: readonly string[]): boolean {
  const [, suffix] = resource.split('/');
  const isSame = subresource === '/*' || subresource === (suffix === undefined ? '' : `/${suffix}`);
  return isSame && verbs.some((verb) => unused.includes(verb));
}

function isAccounted({ verbs }: DynamicUse, rules: readonly UnusedPermission[]): boolean {
  return (
    verbs.length > 0 &&
    verbs.every((verb) => rules.some((each) => each.verbs.includes(verb) || each.rule.verbs.includes(verb)))
  );
}

/** Joins what lines need of the same resource, in the order of the sources. */
function joined(needs: readonly Need[], roleNamespaceOf: RoleNamespaceOf): readonly MissingPermission[] {
  const found = new Map<string, MissingPermission & { readonly verbs: string[]; readonly uses: UsedPermission[] }>();
  for (const { use, verb } of needs) {
    const { group, resource, namespace, resourceName } = use;
    const key = JSON.stringify([group, resource, namespace, resourceName]);
    const roleNamespace = roleNamespaceOf({ group, resource }) || undefined;
    const limits = defined({ namespace, resourceName, roleNamespace });
    const known = found.get(key) ?? { group, resource, ...limits, verbs: [], uses: [] };
    found.set(key, known);
    if (!known.uses.includes(use)) known.uses.push(use);
    if (!known.verbs.includes(verb)) known.verbs.push(verb);
  }
  return [...found.values()];
}
