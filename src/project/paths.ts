import type { ProjectResource } from './project.js';

type Names = Pick<ProjectResource, 'group' | 'domain' | 'version' | 'kind'>;

// Where everything stands in a project; the templates mirror it.

export const projectFile = 'PROJECT';
export const registerFile = 'src/register.ts';
export const roleFile = 'config/rbac/role.yaml';
export const webhookFile = 'config/webhook/manifests.yaml';
export const kustomizations = {
  crd: 'config/crd/kustomization.yaml',
  default: 'config/default/kustomization.yaml',
  rbac: 'config/rbac/kustomization.yaml',
  samples: 'config/samples/kustomization.yaml',
} as const;

/** The class of a kind. */
export function typesFile({ version, kind }: Names): string {
  return `src/api/${version}/${kind.toLowerCase()}.types.ts`;
}

export function controllerFile({ kind }: Names): string {
  return `src/controller/${kind.toLowerCase()}.controller.ts`;
}

/** `config/crd/bases/<API group>_<plural>.yaml` */
export function crdFile(apiGroup: string, plural: string): string {
  return `config/crd/bases/${apiGroup}_${plural}.yaml`;
}

/** `config/samples/<group>_<version>_<kind>.yaml`; without a group it begins with the underscore. */
export function sampleFile({ group = '', version, kind }: Names): string {
  return `config/samples/${group}_${version}_${kind.toLowerCase()}.yaml`;
}

/** The roles that let people use a kind, for aggregation into their own. */
export function helperRoleFiles({ kind }: Names): readonly string[] {
  return ['admin', 'editor', 'viewer'].map((role) => `config/rbac/${kind.toLowerCase()}_${role}_role.yaml`);
}
