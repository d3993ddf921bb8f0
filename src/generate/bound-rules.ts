import { posix } from 'node:path';
import { FileRefused } from '../io/file-refused.js';
import type { Host } from '../io/host.js';
import { isYamlProblem, yamlDocuments } from '../merge/yaml-documents.js';
import type { GrantedRule } from '../permissions/compare-permissions.js';
import { roleFile } from '../project/paths.js';
import type { Project } from '../project/project.js';

interface Role {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  readonly rules?: readonly Readonly<Record<string, readonly string[] | undefined>>[];
  readonly roleRef?: { readonly name?: string };
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

/**
 * Returns the rules of the roles in `config/rbac` that are bound to a service account, other than the generated one:
 * leader election, metrics, and those that the user has added. A Role grants requests in the operator's own namespace,
 * which is all that an operator sends that watches nothing else.
 */
export function boundRules(
  host: Pick<Host, 'list' | 'read'>,
  root: string,
  { namespaced }: Pick<Project, 'namespaced'>,
): readonly GrantedRule[] {
  const folder = posix.join(root, posix.dirname(roleFile));
  const [kustomization] = objectsIn(host, posix.join(folder, 'kustomization.yaml'));
  const listed = kustomization && textsOf(kustomization.resources);
  const objects = host
    .list(folder)
    .filter((name) => /\.ya?ml$/.test(name) && posix.join(posix.dirname(roleFile), name) !== roleFile)
    // What the kustomization does not list is not deployed.
    .filter((name) => listed === undefined || listed.includes(name) || listed.includes(`./${name}`))
    .flatMap((name) => objectsIn(host, posix.join(folder, name)));
  const account = serviceAccountOf(host, root);
  const isOperator = (subject: Subject | undefined): boolean =>
    subject?.kind === 'ServiceAccount' && (account === undefined || subject.name === account);
  const bound = new Set(
    objects.flatMap(({ kind, roleRef, subjects }) =>
      kind?.endsWith('Binding') && asList(subjects).some(isOperator) ? [roleRef?.name] : [],
    ),
  );
  return objects
    .filter(({ kind, metadata }) => (kind === 'ClusterRole' || kind === 'Role') && bound.has(metadata?.name))
    .flatMap(({ kind, metadata, rules }) =>
      asList(rules).map((rule) => ({
        groups: textsOf(rule?.['apiGroups']),
        resources: textsOf(rule?.['resources']),
        verbs: textsOf(rule?.['verbs']),
        resourceNames: textsOf(rule?.['resourceNames']),
        urls: textsOf(rule?.['nonResourceURLs']),
        // Kustomize sets the namespace of the operator for the one in these files.
        namespace: '',
        roleName: metadata?.name ?? '',
        isOwn: kind === 'Role' && !namespaced,
      })),
    );
}

/** Returns the name of the operator's service account, before kustomize changes it; undefined if it cannot be told. */
function serviceAccountOf(host: Pick<Host, 'list' | 'read'>, root: string): string | undefined {
  const folder = posix.join(root, 'config/manager');
  const deployments = host
    .list(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .flatMap((name) => objectsIn(host, posix.join(folder, name)))
    .filter(({ kind }) => kind === 'Deployment');
  const names = new Set(deployments.map(({ spec }) => spec?.template?.spec?.serviceAccountName));
  const [name] = names;
  return names.size === 1 && typeof name === 'string' ? name : undefined;
}

/** Returns the objects of a file; none if it cannot be read, which other checks report. */
function objectsIn(host: Pick<Host, 'read'>, path: string): readonly Role[] {
  try {
    const documents = yamlDocuments(host.read(path) ?? '');
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
