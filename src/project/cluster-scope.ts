import type { Kind } from '../base/model/kind.js';
import type { GroupResource } from '../base/model/permission.js';
import { pluralNameOf, pluralOf } from './plural.js';
import { apiGroupOf, type Project, type ProjectResource } from './project.js';

/** The cluster-scoped resources of Kubernetes, by API group. */
const ofTheCluster: Readonly<Record<string, readonly string[]>> = {
  '': ['namespaces', 'nodes', 'persistentvolumes'],
  'admissionregistration.k8s.io': [
    ...['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings', 'mutatingwebhookconfigurations'],
    ...['validatingadmissionpolicies', 'validatingadmissionpolicybindings', 'validatingwebhookconfigurations'],
  ],
  'apiextensions.k8s.io': ['customresourcedefinitions'],
  'apiregistration.k8s.io': ['apiservices'],
  'authentication.k8s.io': ['selfsubjectreviews', 'tokenreviews'],
  'authorization.k8s.io': ['selfsubjectaccessreviews', 'selfsubjectrulesreviews', 'subjectaccessreviews'],
  'certificates.k8s.io': ['certificatesigningrequests', 'clustertrustbundles'],
  'flowcontrol.apiserver.k8s.io': ['flowschemas', 'prioritylevelconfigurations'],
  'internal.apiserver.k8s.io': ['storageversions'],
  'networking.k8s.io': ['ingressclasses', 'ipaddresses', 'servicecidrs'],
  'node.k8s.io': ['runtimeclasses'],
  'rbac.authorization.k8s.io': ['clusterrolebindings', 'clusterroles'],
  'resource.k8s.io': [
    ...['deviceclasses', 'devicetaintrules', 'resourceclasses', 'resourcepoolstatusrequests', 'resourceslices'],
  ],
  'scheduling.k8s.io': ['priorityclasses'],
  'storage.k8s.io': ['csidrivers', 'csinodes', 'storageclasses', 'volumeattachments', 'volumeattributesclasses'],
  'storagemigration.k8s.io': ['storageversionmigrations'],
};

/** Reports whether a built-in Kubernetes resource is cluster-scoped. */
export function isOfTheCluster(group: string, plural: string): boolean {
  return ofTheCluster[group]?.includes(plural) ?? false;
}

/** Reports whether a kind is cluster-scoped. PROJECT does not record the scope of a kind from a package. */
export function isClusterScoped(resource: ProjectResource): boolean {
  if (resource.origin?.from === 'core') {
    return isOfTheCluster(apiGroupOf(resource), pluralNameOf(resource));
  }
  return resource.api?.namespaced === false;
}

/** Reports whether a kind, known only by name, is cluster-scoped: a kind of the project, or a built-in one. */
export function isClusterKind({ resources }: Pick<Project, 'resources'>, kind: string): boolean {
  const own = resources.filter((each) => each.kind === kind);
  if (own.length > 0) return own.some(isClusterScoped);
  return Object.values(ofTheCluster).some((plurals) => plurals.includes(pluralOf(kind)));
}

/** Returns the namespace that `make deploy` creates for the operator. */
export function ownNamespace({ projectName }: Pick<Project, 'projectName'>): string {
  return `${projectName}-system`;
}

/**
 * Returns the namespace of the role that a permission of the operator belongs to; empty for the cluster.
 * @param kinds those that the sources declare
 * @param resource the plural of a resource, optionally with a subresource
 */
export function roleNamespaceOf(
  project: Pick<Project, 'namespaced' | 'projectName'>,
  kinds: readonly Pick<Kind, 'group' | 'plural' | 'scope'>[],
  { group, resource }: GroupResource,
): string {
  if (!project.namespaced) return '';
  const plural = resource.split('/', 1)[0]!;
  const own = kinds.find((each) => each.group === group && each.plural === plural);
  const isOfCluster = own === undefined ? isOfTheCluster(group, plural) : own.scope === 'Cluster';
  return isOfCluster ? '' : ownNamespace(project);
}

/** Returns the namespace in which the operator has permissions for a kind; empty when they are cluster-wide. */
export function permissionsNamespace(project: Project, resource: ProjectResource): string {
  return project.namespaced && !isClusterScoped(resource) ? ownNamespace(project) : '';
}

/** Returns the kinds for which an operator that is limited to one namespace needs cluster-wide permissions. */
export function clusterKinds({ namespaced, resources }: Project): readonly string[] {
  const reconciled = resources.filter((each) => each.controllers.length > 0 && isClusterScoped(each));
  return namespaced ? [...new Set(reconciled.map(({ kind }) => kind))] : [];
}
