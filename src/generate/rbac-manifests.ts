import { posix } from 'node:path';
import { FileRefused } from '../io/file-refused.js';
import type { Host } from '../io/host.js';
import { walk } from '../io/walk.js';
import { isYamlProblem, yamlDocuments } from '../merge/yaml-documents.js';
import { presentKustomization, roleFile } from '../project/paths.js';

/** An object in a manifest, with the parts that are read. Each of them can be anything. */
export interface Manifest {
  readonly kind?: string;
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, unknown>>;
  };
  readonly rules?: readonly Readonly<Record<string, readonly string[] | undefined>>[];
  readonly aggregationRule?: {
    readonly clusterRoleSelectors?: readonly { readonly matchLabels?: Readonly<Record<string, unknown>> }[];
  };
  readonly roleRef?: { readonly kind?: string; readonly name?: string };
  readonly subjects?: readonly Subject[];
  /** The files of a kustomization. */
  readonly resources?: unknown;
  /** The Pods of a Deployment. */
  readonly spec?: { readonly template?: { readonly spec?: { readonly serviceAccountName?: unknown } } };
}

export interface Subject {
  readonly kind?: string;
  readonly name?: string;
}

type Files = Pick<Host, 'kind' | 'list' | 'read'>;

const rbacFolder = posix.dirname(roleFile);

/** Returns the objects that `config/rbac` deploys, other than the generated roles. */
export function deployedObjects(host: Files, root: string): readonly Manifest[] {
  const folder = posix.join(root, rbacFolder);
  const isFile = (path: string): boolean => host.kind(path) === 'file';
  const [kustomization] = objectsIn(host, presentKustomization(posix.join(folder, 'kustomization.yaml'), isFile));
  const listed = kustomization && textsOf(kustomization.resources);
  return (
    manifestsIn(host, folder)
      .filter((path) => path !== posix.join(root, roleFile))
      // What the kustomization does not list is not deployed.
      .filter((path) => listed === undefined || listed.some((each) => posix.join(folder, each) === path))
      .flatMap((path) => objectsIn(host, path))
  );
}

/** Folders of the scaffolded configuration. They contain no roles of the user, but all definitions. */
const scaffolded = new Set([
  ...['certmanager', 'crd', 'default', 'manager', 'network-policy', 'prometheus', 'rbac', 'samples', 'webhook'],
]);

/** Returns the objects in the folders of `config` that the user has added. */
export function addedObjects(host: Files, root: string): readonly Manifest[] {
  const config = posix.join(root, 'config');
  const isSkipped = (name: string, path: string): boolean => posix.dirname(path) === config && scaffolded.has(name);
  const found = [...walk(host, config, isSkipped)];
  return found.flatMap(({ path, kind, name }) => (kind === 'file' && isYaml(name) ? objectsIn(host, path) : []));
}

/** Returns the name of the operator's service account, before kustomize changes it; undefined if it cannot be told. */
export function serviceAccountOf(host: Files, root: string): string | undefined {
  const deployments = manifestsIn(host, posix.join(root, 'config/manager'))
    .flatMap((path) => objectsIn(host, path))
    .filter(({ kind }) => kind === 'Deployment');
  const names = new Set(deployments.map(({ spec }) => spec?.template?.spec?.serviceAccountName));
  const [name] = names;
  return names.size === 1 && typeof name === 'string' ? name : undefined;
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

/** Returns the objects of a file; none if it cannot be read, which other checks report. */
function objectsIn(host: Pick<Host, 'read'>, path: string): readonly Manifest[] {
  try {
    const documents = yamlDocuments(host.read(path) ?? '');
    if (isYamlProblem(documents)) return [];
    return documents
      .filter(({ errors }) => errors.length === 0)
      .map((each) => each.toJS() as unknown)
      .filter((each): each is Manifest => typeof each === 'object' && each !== null);
  } catch (error) {
    if (error instanceof FileRefused) return [];
    throw error;
  }
}

/** Returns the elements of what can be a list. */
export function asList<T>(value: readonly T[] | undefined): readonly (T | undefined)[] {
  return Array.isArray(value) ? (value as readonly T[]) : [];
}

/** Returns the texts of what can be a list of them. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
