import type { ControllerEntry, Project, ProjectResource } from './project.js';

type Names = Pick<ProjectResource, 'group' | 'version' | 'kind'>;
type Groups = Pick<Project, 'multigroup'>;

// Where everything stands in a project; the templates mirror it.

export const projectFile = 'PROJECT';
export const registerFile = 'src/register.ts';
export const roleFile = 'config/rbac/role.yaml';
export const webhookFile = 'config/webhook/manifests.yaml';
export const kustomizations = {
  crd: 'config/crd/kustomization.yaml',
  default: 'config/default/kustomization.yaml',
  samples: 'config/samples/kustomization.yaml',
  webhook: 'config/webhook/kustomization.yaml',
} as const;

/** The folder of a group, with its slash; empty where the groups share theirs. */
export function groupFolder({ group = '' }: Pick<ProjectResource, 'group'>, { multigroup }: Groups): string {
  return multigroup && group !== '' ? `${group}/` : '';
}

/** The class of a kind. */
export function typesFile(resource: Names, groups: Groups): string {
  return `src/api/${groupFolder(resource, groups)}${resource.version}/${resource.kind.toLowerCase()}.types.ts`;
}

export function controllerFile(resource: Names, groups: Groups, { name }: ControllerEntry = {}): string {
  return `src/controller/${groupFolder(resource, groups)}${name ?? resource.kind.toLowerCase()}.controller.ts`;
}

export function webhookCodeFile(resource: Names, groups: Groups): string {
  return `src/webhook/${groupFolder(resource, groups)}${resource.version}/${resource.kind.toLowerCase()}.webhook.ts`;
}

/** Converts between all versions of a kind: it belongs to none of them. */
export function converterFile({ group = '', kind }: Omit<Names, 'version'>, groups: Groups): string {
  return `src/webhook/${groupFolder({ group }, groups)}${kind.toLowerCase()}.converter.ts`;
}

/** The functions of one version that is converted to the hub and back. */
export function conversionFile(spoke: Names, groups: Groups): string {
  return `src/webhook/${groupFolder(spoke, groups)}${spoke.version}/${spoke.kind.toLowerCase()}.conversion.ts`;
}

/** Tells the API server by whom the objects of a CRD are converted. */
export function conversionPatchFile(resource: Pick<Names, 'group'>, groups: Groups, plural: string): string {
  return `config/crd/patches/webhook_in_${groupFolder(resource, groups).replace('/', '_')}${plural}.yaml`;
}

/** `config/crd/bases/<API group>_<plural>.yaml` */
export function crdFile(apiGroup: string, plural: string): string {
  return `config/crd/bases/${apiGroup}_${plural}.yaml`;
}

/**
 * Reports whether a generated file, or a sample, can stand at a path. A record that came with a repository can list any file;
 * no other one is deleted because nothing generates it.
 */
export function isGeneratedPath(path: string): boolean {
  return (
    [registerFile, roleFile, webhookFile].includes(path) ||
    isNamedIn('config/crd/bases/', path, 1) ||
    isNamedIn('config/samples/', path, 2)
  );
}

/** `config/samples/<group>_<version>_<kind>.yaml`; without a group it begins with the underscore. */
export function sampleFile({ group = '', version, kind }: Names): string {
  return `config/samples/${group}_${version}_${kind.toLowerCase()}.yaml`;
}

/** Whether a path is that of a YAML file directly in a folder, whose name has so many underscores at least. */
function isNamedIn(folder: string, path: string, underscores: number): boolean {
  const name = path.slice(folder.length);
  return (
    path.startsWith(folder) && name.endsWith('.yaml') && !name.includes('/') && name.split('_').length > underscores
  );
}
