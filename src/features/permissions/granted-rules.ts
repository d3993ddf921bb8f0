import type { UsedPermission } from '../../base/model/permission.js';
import { coreless, type RbacRule } from '../../base/model/rbac.js';

/** A rule of a role of the operator: a marker, or a role in a manifest. */
export type GrantedRule = Omit<RbacRule, 'position'> &
  Partial<Pick<RbacRule, 'position'>> & {
    /** Whether it grants only requests in the namespace of the operator. */
    readonly isOwn?: boolean;
    /** Whether it grants only requests that are known to be in its namespace. */
    readonly isExact?: boolean;
  };

/** Verbs of a marker that no line of the code needs. */
export interface UnusedPermission {
  readonly rule: RbacRule;
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
}

/** Requests with these verbs have no name, so that a rule for names never matches. */
const namelessVerbs = new Set(['create', 'deletecollection']);

/** Reports whether a rule grants what a line needs. If something is known only at run time, the rule counts as sufficient. */
export function covers(rule: GrantedRule, use: UsedPermission, verb: string): boolean {
  const { resourceNames, namespace } = rule;
  if (!grants(rule, verb)) return false;
  if (rule.isOwn === true && use.isOwn !== true) return false;
  if (rule.isExact === true && use.namespace !== namespace) return false;
  if (!isForGroup(rule, use.group)) return false;
  if (!rule.resources.some((each) => matches(each, use.resource))) return false;
  if (namespace !== '' && use.namespace !== undefined && namespace !== use.namespace) return false;
  if (resourceNames.length === 0) return true;
  if (namelessVerbs.has(verb) && !use.resource.includes('/')) return false;
  return use.resourceName === undefined || resourceNames.includes(use.resourceName);
}

export function grants({ verbs }: Pick<GrantedRule, 'verbs'>, verb: string): boolean {
  return verbs.includes(verb) || verbs.includes('*');
}

/** https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-resources */
function matches(pattern: string, resource: string): boolean {
  if (pattern === '*' || pattern === resource) return true;
  const [, subresource] = resource.split('/');
  return subresource !== undefined && pattern === `*/${subresource}`;
}

/** Reports whether a rule is for a group. */
export function isForGroup({ groups }: Pick<GrantedRule, 'groups'>, group: string): boolean {
  return groups.some((each) => each === '*' || coreless(each) === group);
}
