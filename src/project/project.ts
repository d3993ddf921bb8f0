import type { Position } from '../model/position.js';
import type { License } from './license.js';

/** Where the types of a resource come from, when they are not this project's. */
export interface Origin {
  /** Kubernetes itself, or a package. */
  readonly from: 'core' | 'external';
  /** What they are imported from. */
  readonly path?: string;
  /** The package with its version, e.g. `@example/certs@1.2.3`, where package.json is to ask for it. */
  readonly module?: string;
}

/** A controller as PROJECT lists it; without a name it is the only one, and called after its kind. */
export interface ControllerEntry {
  readonly name?: string;
}

/** Which webhooks a resource has, in the terms of PROJECT. */
export interface WebhookEntry {
  readonly defaulting: boolean;
  readonly validation: boolean;
  readonly conversion: boolean;
  /** The versions that are converted to this one, which is then the hub. */
  readonly spoke: readonly string[];
  readonly defaultingPath?: string;
  readonly validationPath?: string;
}

/** What the Pods run that the controller of a kind keeps, where it was made with `create api --image`. */
export interface DeployImage {
  /** As a container runtime is told it: `registry.example.com/app:1.2`. */
  readonly image: string;
  /** The program and its arguments, with commas between them; absent for what the image says. */
  readonly containerCommand?: string;
  readonly containerPort?: number;
  /** The number of a user. */
  readonly runAsUser?: number;
}

/** Where PROJECT keeps them. */
export const deployImagePlugin = 'deploy-image.operator-gen/v1';

/** A resource as PROJECT lists it, in the terms of its schema (version 3). */
export interface ProjectResource {
  /** First part of the API group; absent when the group is the domain itself. */
  readonly group?: string;
  /** Empty for the groups of Kubernetes that have none, such as `apps`. */
  readonly domain: string;
  readonly version: string;
  readonly kind: string;
  /** Given only where it is not what the kind's name says. */
  readonly plural?: string;
  /** Present when the types are not this project's. */
  readonly origin?: Origin;
  /** Present when this project has the types. */
  readonly api?: { readonly crdVersion: string; readonly namespaced: boolean };
  readonly controllers: readonly ControllerEntry[];
  readonly webhooks?: WebhookEntry;
  readonly deployImage?: DeployImage;
}

/** What `plugins` of PROJECT says of the files that `manifests` writes. */
export interface ManifestSettings {
  /** What becomes of the descriptions in CRDs, where a type or a field says nothing else. */
  readonly descriptions?: 'keep' | 'first-sentence' | 'drop';
  /** Bytes that a CRD may have as JSON; the deepest descriptions are left out first. */
  readonly maxBytes?: number;
  /** A file of comments, relative to the project's root, that CRDs and roles begin with. */
  readonly headerFile?: string;
  /** What ` YEAR` in the header becomes. */
  readonly year?: number;
}

/** Where PROJECT keeps them. */
export const manifestsPlugin = 'manifests.operator-gen/v1';

/** Who makes the certificate of the webhooks: cert-manager in the cluster, or the operator itself. */
export type Certificates = 'cert-manager' | 'self-signed';

/** Where PROJECT says so. */
export const webhooksPlugin = 'webhooks.operator-gen/v1';

/** What PROJECT says, as far as we understand it. Everything else in it stays where it is. */
export interface Project {
  readonly domain: string;
  readonly projectName: string;
  /** Whether the code of each API group has a folder of its own. */
  readonly multigroup: boolean;
  /** Whether the operator looks after its own namespace alone. */
  readonly namespaced: boolean;
  readonly resources: readonly ProjectResource[];
  readonly manifests: ManifestSettings;
  readonly license?: License;
  readonly certificates: Certificates;
  /** Where PROJECT names its resources, at their kinds; absent for a project that was not read from a file. */
  readonly places?: ResourcePlaces;
}

/** By `resourceKey`. */
export type ResourcePlaces = ReadonlyMap<string, Position>;

export const layout = 'typescript.operator-gen/v1';

/** The API group of a resource: group and domain, or one of them alone; empty for Kubernetes' core group. */
export function apiGroupOf({ group = '', domain }: Pick<ProjectResource, 'group' | 'domain'>): string {
  if (group === 'core' && domain === '') return '';
  return [group, domain].filter((part) => part !== '').join('.');
}

/** Identifies a resource: its API group, version and kind. */
export function resourceKey(resource: ProjectResource): string {
  return `${apiGroupOf(resource)}/${resource.version}/${resource.kind}`;
}

/** Reports whether two entries are about the same kind in the same version. */
export function isSame(one: ProjectResource, other: ProjectResource): boolean {
  return one.version === other.version && isSameKind(one, other);
}

/** Reports whether two entries are about the same kind, maybe in different versions. */
export function isSameKind(one: ProjectResource, other: ProjectResource): boolean {
  return one.kind === other.kind && apiGroupOf(one) === apiGroupOf(other);
}

/** Whether it has webhooks that the API server asks about requests; a conversion stands in its CRD. */
export function hasAdmission({ webhooks }: ProjectResource): boolean {
  return webhooks !== undefined && (webhooks.defaulting || webhooks.validation);
}
