import { posix } from 'node:path';
import { extensionPoint } from '../base/extensions/extension-point.js';
import type { ControllerEntry, Project, ProjectResource } from './project.js';

type Names = Pick<ProjectResource, 'group' | 'version' | 'kind'>;
type Groups = Pick<Project, 'multigroup'>;

// Paths of all files in a project. The templates use the same layout.

export const projectFile = 'PROJECT';
/** The file of accepted incompatible changes. */
export const acceptancesFile = 'compatibility.yaml';
export const registerFile = 'src/register.ts';
export const roleFile = 'config/rbac/role.yaml';
/** The transformers that move roles for other namespaces back into those namespaces, and the kustomization that lists them. */
export const roleNamespaceFiles = {
  kustomization: 'config/rbac/namespaces/kustomization.yaml',
  transformers: 'config/rbac/namespaces/transformers.yaml',
} as const;
export const webhookFile = 'config/webhook/manifests.yaml';
/** The file names of a kustomization, https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/. */
export const kustomizationNames: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];
export const kustomizations = {
  crd: 'config/crd/kustomization.yaml',
  default: 'config/default/kustomization.yaml',
  samples: 'config/samples/kustomization.yaml',
  webhook: 'config/webhook/kustomization.yaml',
} as const;

/**
 * Returns the path of a kustomization under its actual file name: kustomize rejects a folder with several.
 * @param path the path of a scaffolded one
 */
export function presentKustomization(path: string, exists: (path: string) => boolean): string {
  return kustomizationIn(posix.dirname(path), exists) ?? path;
}

/** Reports whether a path is that of a kustomization. */
export function isKustomization(path: string): boolean {
  return kustomizationNames.includes(posix.basename(path));
}

/** Returns the path of the kustomization in a folder; undefined if there is none. */
export function kustomizationIn(folder: string, exists: (path: string) => boolean): string | undefined {
  return kustomizationNames.map((name) => posix.join(folder, name)).find(exists);
}

/** Returns the folder of a group with a trailing slash; empty when all groups share one folder. */
export function groupFolder({ group = '' }: Pick<ProjectResource, 'group'>, { multigroup }: Groups): string {
  return multigroup && group !== '' ? `${group}/` : '';
}

/** Returns the file that declares the class of a kind. */
export function typesFile(resource: Names, groups: Groups): string {
  return `src/api/${groupFolder(resource, groups)}${resource.version}/${resource.kind.toLowerCase()}.types.ts`;
}

export function controllerFile(resource: Names, groups: Groups, { name }: ControllerEntry = {}): string {
  return `src/controller/${groupFolder(resource, groups)}${name ?? resource.kind.toLowerCase()}.controller.ts`;
}

export function webhookCodeFile(resource: Names, groups: Groups): string {
  return `src/webhook/${groupFolder(resource, groups)}${resource.version}/${resource.kind.toLowerCase()}.webhook.ts`;
}

/** Returns the file that converts between all versions of a kind. It belongs to none of the versions. */
export function converterFile({ group = '', kind }: Omit<Names, 'version'>, groups: Groups): string {
  return `src/webhook/${groupFolder({ group }, groups)}${kind.toLowerCase()}.converter.ts`;
}

/** Returns the file that converts one version to the hub and back. */
export function conversionFile(spoke: Names, groups: Groups): string {
  return `src/webhook/${groupFolder(spoke, groups)}${spoke.version}/${spoke.kind.toLowerCase()}.conversion.ts`;
}

/** Returns the patch that sets the conversion webhook of a CRD. */
export function conversionPatchFile(resource: Pick<Names, 'group'>, groups: Groups, plural: string): string {
  return `config/crd/patches/webhook_in_${groupFolder(resource, groups).replace('/', '_')}${plural}.yaml`;
}

/** The folder of the CRDs. */
export const crdFolder = 'config/crd/bases';

/** Returns the path of a CRD: `config/crd/bases/<API group>_<plural>.yaml` */
export function crdFile(apiGroup: string, plural: string): string {
  return `${crdFolder}/${apiGroup}_${plural}.yaml`;
}

/** A test of the paths of files. */
export type PathTest = (path: string) => boolean;

/** Tests for the paths that features generate. */
export const moreGeneratedPaths = extensionPoint<PathTest>();

/** Reports whether a path is that of a file that a feature generates. */
export function isGeneratedByFeature(path: string): boolean {
  return moreGeneratedPaths.all().some((isGenerated) => isGenerated(path));
}

/**
 * Reports whether a path is that of a generated file or a sample. A record that came with a repository can list any
 * file, and only files at these paths are deleted when they are no longer generated.
 */
export function isGeneratedPath(path: string): boolean {
  return (
    [registerFile, roleFile, webhookFile, ...Object.values(roleNamespaceFiles)].includes(path) ||
    isNamedIn(`${crdFolder}/`, path, 1) ||
    isNamedIn('config/samples/', path, 2) ||
    isGeneratedByFeature(path)
  );
}

/**
 * Returns the path of a sample: `config/samples/<group>_<version>_<kind>.yaml`; without a group it starts with the
 * underscore.
 */
export function sampleFile({ group = '', version, kind }: Names): string {
  return `config/samples/${group}_${version}_${kind.toLowerCase()}.yaml`;
}

/** Reports whether a path is a YAML file directly in a folder whose name has at least this many underscores. */
function isNamedIn(folder: string, path: string, underscores: number): boolean {
  const name = path.slice(folder.length);
  return (
    path.startsWith(folder) && name.endsWith('.yaml') && !name.includes('/') && name.split('_').length > underscores
  );
}

/** Reports whether a file has the name of a YAML file. */
export function isYaml(path: string): boolean {
  return /\.ya?ml$/.test(path);
}
