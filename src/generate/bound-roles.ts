import { posix } from 'node:path';
import { FileRefused } from '../io/file-refused.js';
import type { Host } from '../io/host.js';
import { walk } from '../io/walk.js';
import { isYamlProblem, yamlDocuments } from '../merge/yaml-documents.js';
import type { GrantedRule } from '../permissions/compare-permissions.js';
import { managerRole, type RbacRule } from '../model/rbac.js';
import { ownNamespace } from '../project/cluster-scope.js';
import { roleFile } from '../project/paths.js';
import type { Project } from '../project/project.js';

interface Role {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  readonly rules?: readonly Readonly<Record<string, readonly string[] | undefined>>[];
  readonly roleRef?: { readonly kind?: string; readonly name?: string };
  readonly subjects?: readonly Subject[];
  /** The files of a kustomization. */
  readonly resources?: unknown;
  /** The Pods of a Deployment. */
  readonly spec?: { readonly template?: { readonly spec?: { readonly serviceAccountName?: unknown } } };
}

interface Subject {
  readonly kind?: string;
  readonly name?: string;
}

/** Roles that the operator has. */
export interface BoundRoles {
  /** Rules of the roles in `config/rbac` that are bound to the service account, other than the generated ones. */
  readonly rules: readonly GrantedRule[];
  /** Reports whether the role that a marker is for is bound to the service account. */
  readonly binds: (rule: Pick<RbacRule, 'namespace' | 'roleName'>) => boolean;
}

/**
 * Returns the roles that the manifests bind to the service account of the operator: leader election, metrics, and those
 * that the user has added. A Role grants requests in the operator's own namespace, which is all that an operator sends
 * that watches nothing else.
 */
export function boundRoles(host: Pick<Host, 'kind' | 'list' | 'read'>, root: string, project: Project): BoundRoles {
  const account = serviceAccountOf(host, root);
  const isOperator = (subject: Subject | undefined): boolean =>
    subject?.kind === 'ServiceAccount' && (account === undefined || subject.name === account);
  const isBinding = ({ kind, subjects }: Role): boolean =>
    kind?.endsWith('Binding') === true && asList(subjects).some(isOperator);
  const objects = deployedObjects(host, root);
  const bound = new Set(objects.filter(isBinding).map(({ roleRef }) => roleRef?.name));
  const rules = objects
    .filter(({ kind, metadata }) => (kind === 'ClusterRole' || kind === 'Role') && bound.has(metadata?.name))
    .flatMap((role) => rulesOf(role, project));
  let bindings: readonly Role[] | undefined;
  const isBound = (rule: Pick<RbacRule, 'namespace' | 'roleName'>): boolean => {
    bindings ??= allBindings(host, root).filter(isBinding);
    return bindings.some((each) => isFor(each, rule));
  };
  return { rules, binds: (rule) => isOwnRole(rule, project) || isBound(rule) };
}

/** Reports whether a marker is for the role of the manager, which the scaffolded manifests bind. */
function isOwnRole({ namespace, roleName }: Pick<RbacRule, 'namespace' | 'roleName'>, project: Project): boolean {
  return roleName === '' && (namespace === '' || (project.namespaced && namespace === ownNamespace(project)));
}

function isFor(
  { roleRef, metadata }: Role,
  { namespace, roleName }: Pick<RbacRule, 'namespace' | 'roleName'>,
): boolean {
  if (roleRef?.name !== (roleName === '' ? managerRole : roleName)) return false;
  // A binding without a namespace gets it from a kustomization.
  const isThere = metadata?.namespace === undefined || metadata.namespace === namespace;
  return namespace === '' ? roleRef.kind === 'ClusterRole' : roleRef.kind === 'Role' && isThere;
}

/** Returns the objects that `config/rbac` deploys, other than the generated roles. */
function deployedObjects(host: Pick<Host, 'list' | 'read'>, root: string): readonly Role[] {
  const folder = posix.join(root, posix.dirname(roleFile));
  const [kustomization] = objectsIn(host, posix.join(folder, 'kustomization.yaml'));
  const listed = kustomization && textsOf(kustomization.resources);
  return (
    manifestsIn(host, folder)
      .filter((path) => path !== posix.join(root, roleFile))
      // What the kustomization does not list is not deployed.
      .filter((path) => listed === undefined || listed.some((each) => posix.join(folder, each) === path))
      .flatMap((path) => objectsIn(host, path))
  );
}

/** Returns the bindings in `config`, also in other overlays. */
function allBindings(host: Pick<Host, 'kind' | 'list' | 'read'>, root: string): readonly Role[] {
  const files = [...walk(host, posix.join(root, 'config'))].filter(({ kind, name }) => kind === 'file' && isYaml(name));
  return files.flatMap(({ path }) => objectsIn(host, path, (text) => text.includes('RoleBinding')));
}

function manifestsIn(host: Pick<Host, 'list'>, folder: string): readonly string[] {
  return host
    .list(folder)
    .filter(isYaml)
    .map((name) => posix.join(folder, name));
}

function isYaml(name: string): boolean {
  return /\.ya?ml$/.test(name);
}

function rulesOf({ kind, metadata, rules }: Role, { namespaced }: Project): readonly GrantedRule[] {
  return asList(rules).map((rule) => ({
    groups: textsOf(rule?.['apiGroups']),
    resources: textsOf(rule?.['resources']),
    verbs: textsOf(rule?.['verbs']),
    resourceNames: textsOf(rule?.['resourceNames']),
    urls: textsOf(rule?.['nonResourceURLs']),
    // Kustomize sets the namespace of the operator for the one in these files.
    namespace: '',
    roleName: metadata?.name ?? '',
    isOwn: kind === 'Role' && !namespaced,
  }));
}

/** Returns the name of the operator's service account, before kustomize changes it; undefined if it cannot be told. */
function serviceAccountOf(host: Pick<Host, 'list' | 'read'>, root: string): string | undefined {
  const deployments = manifestsIn(host, posix.join(root, 'config/manager'))
    .flatMap((path) => objectsIn(host, path))
    .filter(({ kind }) => kind === 'Deployment');
  const names = new Set(deployments.map(({ spec }) => spec?.template?.spec?.serviceAccountName));
  const [name] = names;
  return names.size === 1 && typeof name === 'string' ? name : undefined;
}

/** Returns the objects of a file; none if it cannot be read, which other checks report. */
function objectsIn(
  host: Pick<Host, 'read'>,
  path: string,
  isRelevant: (text: string) => boolean = () => true,
): readonly Role[] {
  try {
    const text = host.read(path) ?? '';
    if (!isRelevant(text)) return [];
    const documents = yamlDocuments(text);
    if (isYamlProblem(documents)) return [];
    return documents
      .filter(({ errors }) => errors.length === 0)
      .map((each) => each.toJS() as unknown)
      .filter((each): each is Role => typeof each === 'object' && each !== null);
  } catch (error) {
    if (error instanceof FileRefused) return [];
    throw error;
  }
}

function asList<T>(value: readonly T[] | undefined): readonly (T | undefined)[] {
  return Array.isArray(value) ? (value as readonly T[]) : [];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
