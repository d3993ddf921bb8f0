import { posix } from 'node:path';
import type { Host } from '../../base/io/host.js';
import { managerRole, type RbacRule } from '../../base/model/rbac.js';
import type { OtherRoles } from './compare-permissions.js';
import type { GrantedRule } from './granted-rules.js';
import type { Project } from '../../project/project.js';
import { declaredRoles, type DeclaredRoles } from '../../output/generate/declared-roles.js';
import { asList, deployedManifests, textsOf, type Manifest, type Subject } from './rbac-manifests.js';

/** Groups that the service account of every operator belongs to. */
const commonGroups = /^system:(?:authenticated|serviceaccounts(?::.*)?)$/;

/** The role that grants everything. */
const everything: GrantedRule = {
  ...{ groups: ['*'], resources: ['*'], verbs: ['*'], resourceNames: [], urls: [] },
  ...{ namespace: '', roleName: 'cluster-admin' },
};

/**
 * Returns the roles that the manifests bind to the service account of the operator: for leader election, for metrics,
 * and those that the user has added. Also returns whether the roles that are generated from markers are bound.
 */
export function boundRoles(
  host: Pick<Host, 'kind' | 'list' | 'read'>,
  root: string,
  project: Project,
  rules: readonly RbacRule[],
): OtherRoles {
  const declared = declaredRoles(project, rules, (path) => host.read(posix.join(root, path)));
  const { deployed, added, accounts } = deployedManifests(host, root);
  const isBinding = ({ kind, subjects }: Manifest): boolean =>
    kind?.endsWith('Binding') === true && asList(subjects).some((each) => isOperator(each, accounts));
  const bindings = deployed.filter(isBinding);
  const others = added.filter(isBinding);
  return {
    rules: [
      ...bindings.flatMap((binding) => granted(binding, deployed, limitsOf(binding, project, declared))),
      ...others.flatMap((binding) => granted(binding, [...deployed, ...added], inNamespace(binding))),
    ],
    // A project without manifests for roles is deployed in another way.
    binds: (rule) =>
      deployed.length === 0 ||
      isBoundByUs(rule, declared) ||
      [...bindings, ...others].some((binding) => isFor(binding, rule, project, declared)),
  };
}

/** Reports whether a subject of a binding is the operator. */
function isOperator(subject: Subject | undefined, accounts: readonly string[]): boolean {
  const { kind, name = '' } = subject ?? {};
  if (kind === 'Group') return commonGroups.test(name);
  if (kind === 'User') return name.startsWith('system:serviceaccount:') && isAccount(name.split(':').at(-1)!, accounts);
  return kind === 'ServiceAccount' && isAccount(name, accounts);
}

function isAccount(name: string, accounts: readonly string[]): boolean {
  return accounts.length === 0 || accounts.includes(name);
}

/**
 * Returns the limits of a binding in `config/default`: kustomize moves it to the namespace of the operator, unless its
 * namespace is that of a marker.
 */
function limitsOf(binding: Manifest, { namespaced }: Project, { namespaces }: DeclaredRoles): Partial<GrantedRule> {
  const { kind, metadata } = binding;
  if (namespaces.includes(metadata?.namespace ?? '')) return inNamespace(binding);
  return { isOwn: kind === 'RoleBinding' && !namespaced };
}

function inNamespace({ kind, metadata }: Manifest): Partial<GrantedRule> {
  return kind === 'RoleBinding' ? { namespace: metadata?.namespace ?? '', isExact: true } : {};
}

/** Returns the rules of the role that a binding refers to. */
function granted(
  { roleRef }: Manifest,
  objects: readonly Manifest[],
  limits: Partial<GrantedRule>,
): readonly GrantedRule[] {
  if (roleRef?.kind === 'ClusterRole' && roleRef.name === everything.roleName) return [{ ...everything, ...limits }];
  const roles = objects.filter(({ kind, metadata }) => kind === roleRef?.kind && metadata?.name === roleRef?.name);
  return [...roles, ...roles.flatMap((role) => aggregated(role, objects))].flatMap((role) =>
    rulesOf(role).map((rule) => ({ ...rule, ...limits })),
  );
}

/** https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles */
function aggregated({ aggregationRule }: Manifest, objects: readonly Manifest[]): readonly Manifest[] {
  const selectors = asList(aggregationRule?.clusterRoleSelectors).map((each) =>
    Object.entries(each?.matchLabels ?? {}),
  );
  return objects.filter(
    ({ kind, metadata }) =>
      kind === 'ClusterRole' &&
      selectors.some((labels) => labels.every(([name, value]) => metadata?.labels?.[name] === value)),
  );
}

function rulesOf({ metadata, rules }: Manifest): readonly GrantedRule[] {
  return asList(rules).map((rule) => ({
    groups: textsOf(rule?.['apiGroups']),
    resources: textsOf(rule?.['resources']),
    verbs: textsOf(rule?.['verbs']),
    resourceNames: textsOf(rule?.['resourceNames']),
    urls: textsOf(rule?.['nonResourceURLs']),
    namespace: '',
    roleName: metadata?.name ?? '',
  }));
}

function isBoundByUs({ namespace, roleName }: RbacRule, { bindings }: DeclaredRoles): boolean {
  return roleName === '' && bindings.some((each) => each.namespace === namespace);
}

/** Reports whether a binding refers to the role that a marker generates. */
function isFor({ roleRef, metadata }: Manifest, rule: RbacRule, project: Project, declared: DeclaredRoles): boolean {
  const { namespace, roleName } = rule;
  if (roleRef?.name !== (declared.nameOf(rule) || managerRole)) return false;
  // In a project for one namespace, cluster-wide rules have their own diagnostic.
  if (namespace === '') return roleRef.kind === 'ClusterRole' || (project.namespaced && roleName === '');
  const bound = metadata?.namespace ?? '';
  const isOwn = !declared.isElsewhere(namespace) && (project.namespaced || !declared.isElsewhere(bound));
  return roleRef.kind === 'Role' && (isOwn || bound === namespace || declared.isUnplaced(bound));
}
