import { pluralNameOf } from './plural.js';
import { apiGroupOf, type Project, type ProjectResource } from './project.js';

/** The resources of Kubernetes whose objects belong to the cluster and to no namespace, by their API group. */
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

/** Whether a resource of Kubernetes itself has no namespaces. */
export function isOfTheCluster(group: string, plural: string): boolean {
  return ofTheCluster[group]?.includes(plural) ?? false;
}

/** Whether the objects of a kind have no namespaces. Of a kind from a package PROJECT does not say it. */
export function isClusterScoped(resource: ProjectResource): boolean {
  if (resource.origin?.from === 'core') {
    return isOfTheCluster(apiGroupOf(resource), pluralNameOf(resource));
  }
  return resource.api?.namespaced === false;
}

/** The namespace that `make deploy` gives the operator. */
export function ownNamespace({ projectName }: Pick<Project, 'projectName'>): string {
  return `${projectName}-system`;
}

/** The namespace in which the operator has its rights to objects of a kind; empty where it has them in the whole cluster. */
export function rightsNamespace(project: Project, resource: ProjectResource): string {
  return project.namespaced && !isClusterScoped(resource) ? ownNamespace(project) : '';
}

/** The kinds for which an operator of one namespace needs rights in the cluster. */
export function clusterKinds({ namespaced, resources }: Project): readonly string[] {
  const reconciled = resources.filter((each) => each.controllers.length > 0 && isClusterScoped(each));
  return namespaced ? [...new Set(reconciled.map(({ kind }) => kind))] : [];
}
