import { posix } from 'node:path';
import { FileRefused } from '../../base/io/file-refused.js';
import type { Host } from '../../base/io/host.js';
import { walk } from '../../base/io/walk.js';
import { buildKustomization, type BuiltObject } from '../../output/kustomize/build.js';
import { textOf } from '../../output/kustomize/kustomize.js';
import { operatorWorkloads } from '../../output/kustomize/operator-workloads.js';
import { isYamlProblem, yamlDocuments } from '../../base/text/yaml-documents.js';
import { isYaml, kustomizations, presentKustomization, roleFile } from '../../project/paths.js';

/** An object in a manifest, with the parts that are read. Each of them can have any value. */
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

/** The deployed manifests of a project on which permissions depend. */
interface DeployedManifests {
  /** The objects that are deployed, other than the generated roles, with the names of their files. */
  readonly deployed: readonly Manifest[];
  /** The objects in the folders that the user has added to `config`, which are deployed separately. */
  readonly added: readonly Manifest[];
  /** The names of the operator's service accounts, both in their files and in the cluster; none if they are unknown. */
  readonly accounts: readonly string[];
}

/**
 * Returns what `config/default` builds, regardless of the names of the folders. If `config/default` has no roles, the
 * project deploys `config/rbac` in another way.
 */
export function deployedManifests(host: Files, root: string): DeployedManifests {
  const built = builtObjects(host, root);
  const hasRoles = built.some(({ object }) => isRbac(object));
  const files = new Set(hasRoles ? built.map(({ file }) => file) : []);
  const declared = hasRoles ? declaredNames(host, root, built) : new Map<string, string>();
  const workloads = accountsOf(operatorWorkloads(built).map(({ account }) => account));
  const accounts = workloads.length > 0 ? workloads : accountsOf(accountsOfFolder(host, root));
  const deployed = built.filter(({ file }) => file !== roleFile).map(({ object }) => object as Manifest);
  return {
    deployed: (hasRoles ? deployed : objectsOfFolder(host, root)).map((each) => withDeclaredRole(each, declared)),
    added: addedObjects(host, root, files).map((each) => withDeclaredRole(each, declared)),
    accounts: [...accounts, ...accounts.flatMap((each) => otherNames('ServiceAccount', each, declared))],
  };
}

function isRbac({ kind }: Manifest): boolean {
  return /^(?:Cluster)?Role(?:Binding)?$/.test(kind ?? '');
}

/** Returns the objects of `config/default` with the names that their files declare. */
function builtObjects(host: Files, root: string): readonly BuiltObject[] {
  const read = (path: string): string | undefined => textOf({ host, root, planned: new Map() }, path);
  return buildKustomization(posix.dirname(kustomizations.default), read, 'declared').objects;
}

/**
 * Returns the names that files declare, by the kinds and the names that the objects have in the cluster. Kustomize
 * keeps a reference that already has the name in the cluster.
 */
function declaredNames(host: Files, root: string, built: readonly BuiltObject[]): ReadonlyMap<string, string> {
  const own = new Set(built.map(({ object, declaredName }) => keyOf((object as Manifest).kind, declaredName)));
  const read = (path: string): string | undefined => textOf({ host, root, planned: new Map() }, path);
  const { objects } = buildKustomization(posix.dirname(kustomizations.default), read);
  const names = objects.map(({ object, declaredName }) => {
    const { kind, metadata } = object as Manifest;
    return [keyOf(kind, metadata?.name), declaredName] as const;
  });
  return new Map(names.filter(([key]) => !own.has(key)));
}

/**
 * Returns the names that an object declared in a file has in the cluster, and the name in its file if the name is that
 * in the cluster.
 */
function otherNames(kind: string, name: string, declared: ReadonlyMap<string, string>): readonly string[] {
  const found = [...declared].filter(([, each]) => each === name).map(([key]) => JSON.parse(key) as [string, string]);
  const deployed = found.flatMap(([of, each]) => (of === kind ? [each] : []));
  return [...deployed, ...[declared.get(keyOf(kind, name)) ?? []].flat()];
}

function keyOf(kind: unknown, name: unknown): string {
  return JSON.stringify([kind, name]);
}

/** Returns a binding that refers to its role by the name in the file of the role. */
function withDeclaredRole(manifest: Manifest, declared: ReadonlyMap<string, string>): Manifest {
  const { roleRef } = manifest;
  const name = declared.get(keyOf(roleRef?.kind, roleRef?.name));
  return name === undefined ? manifest : { ...manifest, roleRef: { ...roleRef, name } };
}

/** Returns the service accounts of workloads; none if one of them uses the default account. */
function accountsOf(names: readonly unknown[]): readonly string[] {
  const known = names.filter((each) => typeof each === 'string' && each !== '');
  return known.length === names.length ? [...new Set(known as readonly string[])] : [];
}

/** Returns the objects that `config/rbac` lists, other than the generated roles. */
function objectsOfFolder(host: Files, root: string): readonly Manifest[] {
  const folder = posix.join(root, rbacFolder);
  const isFile = (path: string): boolean => host.kind(path) === 'file';
  const [kustomization] = objectsIn(host, presentKustomization(posix.join(folder, 'kustomization.yaml'), isFile));
  const listed = kustomization && textsOf(kustomization.resources);
  return (
    manifestsIn(host, folder)
      .filter((path) => path !== posix.join(root, roleFile))
      // Objects that the kustomization does not list are not deployed.
      .filter((path) => listed === undefined || listed.some((each) => posix.join(folder, each) === path))
      .flatMap((path) => objectsIn(host, path))
  );
}

/** Folders of the scaffolded configuration. They contain all CRDs, and no roles of the user. */
const scaffolded = new Set([
  ...['certmanager', 'crd', 'default', 'manager', 'network-policy', 'prometheus', 'rbac', 'samples', 'webhook'],
]);

/** Returns the objects in the folders that the user has added to `config`, except for those in some files. */
function addedObjects(host: Files, root: string, without: ReadonlySet<string>): readonly Manifest[] {
  const config = posix.join(root, 'config');
  const isSkipped = (name: string, path: string): boolean => posix.dirname(path) === config && scaffolded.has(name);
  const found = [...walk(host, config, isSkipped)].filter(({ path }) => !without.has(posix.relative(root, path)));
  return found.flatMap(({ path, kind, name }) => (kind === 'file' && isYaml(name) ? objectsIn(host, path) : []));
}

function accountsOfFolder(host: Files, root: string): readonly unknown[] {
  return manifestsIn(host, posix.join(root, 'config/manager'))
    .flatMap((path) => objectsIn(host, path))
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ spec }) => spec?.template?.spec?.serviceAccountName);
}

function manifestsIn(host: Pick<Host, 'list'>, folder: string): readonly string[] {
  return host
    .list(folder)
    .filter(isYaml)
    .map((name) => posix.join(folder, name));
}

/** Returns the objects in a file; none if it cannot be read, which other checks report. */
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

/** Returns the elements of a value that can be a list. */
export function asList<T>(value: readonly T[] | undefined): readonly (T | undefined)[] {
  return Array.isArray(value) ? (value as readonly T[]) : [];
}

/** Returns the strings in a value that can be a list of strings. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
