import type { DynamicUse, GroupResource, UsedPermission } from '../../../base/model/permission.js';
import { coreless, type RbacRule } from '../../../base/model/rbac.js';
import { grants, isForGroup, type GrantedRule, type UnusedPermission } from '../granted-rules.js';

/** Verbs of requests. Other verbs are about what an object allows, and no call of the runtime requires them. */
export const standardVerbs: readonly string[] = [
  ...['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'],
];

/** The verbs that the scaffolded markers declare for the kind of a controller. */
const scaffoldedVerbs = standardVerbs.filter((verb) => verb !== 'deletecollection');

/** Verbs that markers declare for a resource. */
interface Declared extends GroupResource {
  readonly verbs: ReadonlySet<string>;
  /** The verbs that no line needs. */
  readonly needless: ReadonlySet<string>;
}

/** Declared permissions, and known facts about them. */
export interface DeclaredPermissions {
  readonly declared: readonly RbacRule[];
  /** All rules of the operator. */
  readonly granted: readonly GrantedRule[];
  readonly used: readonly UsedPermission[];
  readonly unused: readonly UnusedPermission[];
  /** Reports whether the markers for a resource are scaffolded, so that they declare more than the code needs. */
  readonly isScaffolded: (permission: GroupResource) => boolean;
}

interface Accounts {
  /** Calls that no marker or comment explains. */
  readonly dynamic: readonly DynamicUse[];
  /** The permissions that no line needs, and that no such call can need. */
  readonly unused: readonly UnusedPermission[];
}

/**
 * Finds the permissions that are declared for calls whose kind is known only at run time: verbs that no other line
 * needs, except for those of scaffolded markers that were not adapted to the code.
 */
export function accountFor(dynamic: readonly DynamicUse[], permissions: DeclaredPermissions): Accounts {
  const { granted, unused } = permissions;
  const candidates = declaredIn(permissions).filter((each) => !saysNothing(each, dynamic, permissions));
  const canNeed = (use: DynamicUse, each: Declared): boolean =>
    isFor(use, each) && use.verbs.some((verb) => each.needless.has(verb));
  const isAccounted = (use: DynamicUse): boolean =>
    use.verbs.length > 0 &&
    candidates.some((each) => canNeed(use, each) && use.verbs.every((verb) => each.verbs.has(verb)));
  const isNeeded = ({ group, resource }: GroupResource, verb: string): boolean =>
    candidates.some(
      (each) =>
        each.group === group &&
        each.resource === resource &&
        dynamic.some((use) => canNeed(use, each) && use.verbs.includes(verb)),
    );
  return {
    dynamic: dynamic.filter(
      (use) => use.acknowledged === undefined && !isAccounted(use) && !granted.some((rule) => isWild(rule, use)),
    ),
    unused: unused.flatMap((each) => {
      const verbs = each.verbs.filter((verb) => !isNeeded(each, verb));
      return verbs.length === 0 ? [] : [{ ...each, verbs }];
    }),
  };
}

/** Reports whether a rule grants a call for all resources. A call without known verbs can need any of them. */
function isWild(rule: GrantedRule, { verbs, groups = [] }: DynamicUse): boolean {
  const needed = verbs.length === 0 ? ['*'] : verbs;
  if (!groups.every((each) => isForGroup(rule, each))) return false;
  return rule.isOwn !== true && rule.resources.includes('*') && needed.every((verb) => grants(rule, verb));
}

/**
 * Reports whether the permissions for a resource were not adapted to the code: they are scaffolded, and have all verbs,
 * or others that nothing needs.
 */
function saysNothing(
  { group, resource, verbs }: Declared,
  dynamic: readonly DynamicUse[],
  { isScaffolded, unused }: DeclaredPermissions,
): boolean {
  if (!isScaffolded({ group, resource })) return false;
  if (scaffoldedVerbs.every((verb) => verbs.has(verb))) return true;
  const needed = new Set(dynamic.filter((use) => isFor(use, { group, resource })).flatMap((use) => use.verbs));
  const own = unused.filter((each) => each.group === group && each.resource === resource);
  return own.some((each) => each.verbs.some((verb) => !needed.has(verb)));
}

function declaredIn({ declared, used }: DeclaredPermissions): readonly Declared[] {
  const found = new Map<string, GroupResource & { readonly verbs: Set<string> }>();
  for (const rule of declared) {
    // Another line needs it.
    if (rule.keptFor !== undefined) continue;
    for (const group of rule.groups.filter((each) => each !== '*').map(coreless)) {
      for (const resource of rule.resources.filter((each) => !each.includes('*'))) {
        const known = found.get(`${group} ${resource}`) ?? { group, resource, verbs: new Set() };
        found.set(`${group} ${resource}`, known);
        for (const verb of standardVerbs) if (grants(rule, verb)) known.verbs.add(verb);
      }
    }
  }
  return [...found.values()].map(({ group, resource, verbs }) => {
    const own = used.filter((use) => use.group === group && use.resource === resource);
    const needless = [...verbs].filter((verb) => !own.some((use) => use.verbs.includes(verb)));
    return { group, resource, verbs, needless: new Set(needless) };
  });
}

/** Reports whether a call may be for a resource. */
function isFor({ subresource, groups }: DynamicUse, { group, resource }: GroupResource): boolean {
  if (groups?.includes(group) === false) return false;
  const [, suffix] = resource.split('/');
  return subresource === '/*' || subresource === (suffix === undefined ? '' : `/${suffix}`);
}
