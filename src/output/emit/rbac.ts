import { coreless, type RbacRule } from '../../base/model/rbac.js';
import { sortKeys, toYaml } from '../../base/text/yaml.js';

/** The fields of a rule by which rules are merged, including `verbs`. */
const parts = ['groups', 'resources', 'resourceNames', 'urls', 'verbs'] as const;
type Part = (typeof parts)[number];
type Rule = Readonly<Record<Part, readonly string[]>>;

/** The manager's own role. */
interface OwnRole {
  /** Empty for a ClusterRole. */
  readonly namespace: string;
  /** Whether it is included even if it has no permissions and other roles have some. */
  readonly isBound: boolean;
}

/** A binding of a Role to a service account. */
export interface RoleBinding {
  readonly name: string;
  readonly namespace: string;
  readonly role: string;
  /** The namespace is empty if the file of the account has none. */
  readonly account: { readonly name: string; readonly namespace: string };
}

/** Returns bindings as one text; empty if there are none. */
export function emitRoleBindings(bindings: readonly RoleBinding[]): string {
  return toYaml(
    ...bindings.map(({ name, namespace, role, account }) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name, namespace },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: role },
      subjects: [
        {
          ...{ kind: 'ServiceAccount', name: account.name },
          namespace: account.namespace === '' ? undefined : account.namespace,
        },
      ],
    })),
  );
}

/** Returns the roles for the markers as one text. Only the manager's own role can be without permissions. */
export function emitRoles(
  rules: readonly Omit<RbacRule, 'position'>[],
  managerRole: string,
  { namespace: home, isBound }: OwnRole = { namespace: '', isBound: true },
): string {
  const own = { namespace: home, name: managerRole, rules: [] as Rule[] };
  const roles = new Map(isBound || rules.length === 0 ? [[roleKey(home, managerRole), own]] : []);
  for (const rule of rules) {
    const name = rule.roleName === '' ? managerRole : rule.roleName;
    const key = roleKey(rule.namespace, name);
    const role = roles.get(key) ?? { namespace: rule.namespace, name, rules: [] };
    role.rules.push(...perResource(rule));
    roles.set(key, role);
  }
  const sorted = [...roles.entries()].toSorted(([one], [other]) => compare(one, other));
  return toYaml(...sorted.map(([, role]) => sortKeys(roleObject(role.namespace, role.name, mergeRules(role.rules)))));
}

/** Returns a key that sorts by namespace, then by name. */
function roleKey(namespace: string, name: string): string {
  return `${namespace}\u0000${name}`;
}

/** Splits a rule into one rule for each resource, so that rules on the same resource can be merged. */
function perResource(rule: Omit<RbacRule, 'position'>): Rule[] {
  const groups = rule.groups.map(coreless);
  const each = (resources: readonly string[]): Rule => ({
    groups: unique(groups),
    resources,
    resourceNames: unique(rule.resourceNames),
    urls: unique(rule.urls),
    verbs: unique(rule.verbs),
  });
  return rule.resources.length === 0 ? [each([])] : rule.resources.map((resource) => each([resource]));
}

/**
 * Merges rules as controller-gen does: rules that agree in all parts but one become one rule with the union of that
 * part, for verbs first, then resources, groups and URLs. Nothing else is merged.
 */
export function mergeRules(rules: readonly Rule[]): readonly Rule[] {
  const merged = (['verbs', 'resources', 'groups', 'urls'] as const).reduce(uniteBy, rules);
  return merged
    .toSorted((one, other) => compare(sortText(one), sortText(other)))
    .map((rule) => (rule.verbs.includes('*') ? { ...rule, verbs: ['*'] } : rule));
}

function uniteBy(rules: readonly Rule[], part: Part): readonly Rule[] {
  const others = parts.filter((each) => each !== part);
  const united = new Map<string, Rule>();
  for (const rule of rules) {
    const key = JSON.stringify(others.map((each) => rule[each]));
    const known = united.get(key);
    united.set(key, known === undefined ? rule : { ...rule, [part]: unique([...known[part], ...rule[part]]) });
  }
  return [...united.values()];
}

function sortText(rule: Rule): string {
  return (['groups', 'resources', 'resourceNames', 'urls'] as const).map((part) => rule[part].join('&')).join(' + ');
}

function roleObject(namespace: string, name: string, rules: readonly Rule[]): object {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: namespace === '' ? 'ClusterRole' : 'Role',
    metadata: { name, namespace: namespace === '' ? undefined : namespace },
    rules: rules.map((rule) => ({
      // As in controller-gen, missing groups are not added: a rule with resources but no groups is rejected earlier.
      apiGroups: rule.groups.length > 0 ? rule.groups : undefined,
      nonResourceURLs: rule.urls.length > 0 ? rule.urls : undefined,
      resourceNames: rule.resourceNames.length > 0 ? rule.resourceNames : undefined,
      resources: rule.resources.length > 0 ? rule.resources : undefined,
      verbs: rule.verbs,
    })),
  };
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].toSorted(compare);
}

/** Compares in byte order, which is the order of code units for the ASCII characters of these names. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
