import type { Position } from '../base/model/position.js';
import type { DescriptionPolicy } from '../base/model/schema.js';
import type { License } from './license.js';

/** The origin of types that are not declared in this project. */
export interface Origin {
  /** `core` for Kubernetes itself, `external` for a package. */
  readonly from: 'core' | 'external';
  /** Module that the types are imported from. */
  readonly path?: string;
  /** The package with its version, e.g. `@example/certs@1.2.3`, if package.json needs the dependency. */
  readonly module?: string;
}

/** A controller as listed in PROJECT. A controller without a name is the only one of its kind and is named after it. */
export interface ControllerEntry {
  readonly name?: string;
}

/** The webhooks of a resource, in the terms of PROJECT. */
export interface WebhookEntry {
  readonly defaulting: boolean;
  readonly validation: boolean;
  readonly conversion: boolean;
  /** The versions that are converted to this one, which is the hub. */
  readonly spoke: readonly string[];
  readonly defaultingPath?: string;
  readonly validationPath?: string;
}

/** The Pods that the controller of a kind runs, if it was created with `create api --image`. */
export interface DeployImage {
  /** Image reference as given to a container runtime: `registry.example.com/app:1.2`. */
  readonly image: string;
  /** The program and its arguments, separated by commas; absent to use those of the image. */
  readonly containerCommand?: string;
  readonly containerPort?: number;
  /** Numeric user ID. */
  readonly runAsUser?: number;
}

/** Key of the deploy-image settings in PROJECT. */
export const deployImagePlugin = 'deploy-image.operator-gen/v1';

/** A resource as listed in PROJECT, in the terms of its schema (version 3). */
export interface ProjectResource {
  /** First part of the API group; absent when the group is the domain itself. */
  readonly group?: string;
  /** Empty for the Kubernetes groups without a domain, such as `apps`. */
  readonly domain: string;
  readonly version: string;
  readonly kind: string;
  /** Set only if it differs from the plural derived from the kind. */
  readonly plural?: string;
  /** Present when the types are not declared in this project. */
  readonly origin?: Origin;
  /** Present when the types are declared in this project. */
  readonly api?: {
    readonly crdVersion: string;
    readonly namespaced: boolean;
    /** Whether scaffolded controllers use server-side apply. */
    readonly ssa?: true;
  };
  readonly controllers: readonly ControllerEntry[];
  readonly webhooks?: WebhookEntry;
  readonly deployImage?: DeployImage;
}

/** Settings under `plugins` in PROJECT for the files that `manifests` writes. */
export interface ManifestSettings {
  /** The policy for descriptions in CRDs, unless a type or a field overrides it. */
  readonly descriptions?: DescriptionPolicy;
  /** Maximum size of a CRD as JSON, in bytes; the most deeply nested descriptions are dropped first. */
  readonly maxBytes?: number;
  /** File with the comments at the top of CRDs and roles, relative to the project root. */
  readonly headerFile?: string;
  /** Replacement for ` YEAR` in the header. */
  readonly year?: number;
}

/** Key of the manifest settings in PROJECT. */
export const manifestsPlugin = 'manifests.operator-gen/v1';

/** Issuer of the webhook certificate: cert-manager in the cluster, or the operator itself. */
export type Certificates = 'cert-manager' | 'self-signed';

/** Source of the operator's role: its markers alone, or also what its code uses. */
export type PermissionSource = 'declared' | 'inferred';

/** Key of the webhook settings in PROJECT. */
export const webhooksPlugin = 'webhooks.operator-gen/v1';

/** Settings of `check --against`; absent ones have their defaults. */
export interface CompatibilitySettings {
  /** Whether changes of alpha versions are reported; they are exempt by default. */
  readonly alpha?: 'exempt' | 'check';
  /** Whether changes of versions that were not served are reported; they are exempt by default. */
  readonly unserved?: 'exempt' | 'check';
  /** The severity of narrower validation that stored objects are exempt from while they stay the same. */
  readonly ratcheted?: 'error' | 'warning';
}

/** The Helm chart of a project. */
export interface HelmSettings {
  /** The folder of the chart, relative to the project root. */
  readonly chartFolder: string;
  /** Present if the CRDs are in a separate chart. */
  readonly separateCRDs?: true;
}

/** Key of the chart's settings in PROJECT. */
export const helmPlugin = 'helm.operator-gen/v1';

/** Key of the OLM settings in PROJECT. There are none yet: its presence is the setting. */
export const olmPlugin = 'olm.operator-gen/v1';

/** Key of the compatibility settings in PROJECT. */
export const compatibilityPlugin = 'compatibility.operator-gen/v1';

/** The known content of PROJECT. Everything else in the file is left unchanged. */
export interface Project {
  readonly domain: string;
  readonly projectName: string;
  /** Whether each API group has its own folder for code. */
  readonly multigroup: boolean;
  /** Whether the operator watches only its own namespace. */
  readonly namespaced: boolean;
  readonly permissions: PermissionSource;
  readonly resources: readonly ProjectResource[];
  readonly manifests: ManifestSettings;
  readonly license?: License;
  readonly certificates: Certificates;
  /** The parts that the project has. */
  readonly parts: readonly string[];
  readonly compatibility?: CompatibilitySettings;
  /** Present if the project has a Helm chart. */
  readonly helm?: HelmSettings;
  /** Present if the project has the files for OLM bundles. */
  readonly olm?: true;
  /** Positions of the resources in PROJECT, at their kinds; absent for a project that was not read from a file. */
  readonly places?: ResourcePlaces;
}

/** Positions by `resourceKey`. */
export type ResourcePlaces = ReadonlyMap<string, Position>;

export const layout = 'typescript.operator-gen/v1';

/**
 * Returns the API group of a resource: group and domain, or only one of them; empty for the core group of Kubernetes.
 */
export function apiGroupOf({ group = '', domain }: Pick<ProjectResource, 'group' | 'domain'>): string {
  if (group === 'core' && domain === '') return '';
  return [group, domain].filter((part) => part !== '').join('.');
}

/** Returns the key of a resource: its API group, version and kind. */
export function resourceKey(resource: ProjectResource): string {
  return `${apiGroupOf(resource)}/${resource.version}/${resource.kind}`;
}

/** Reports whether two entries describe the same kind in the same version. */
export function isSame(one: ProjectResource, other: ProjectResource): boolean {
  return one.version === other.version && isSameKind(one, other);
}

/** Reports whether two entries describe the same kind, possibly in different versions. */
export function isSameKind(one: ProjectResource, other: ProjectResource): boolean {
  return one.kind === other.kind && apiGroupOf(one) === apiGroupOf(other);
}

/** Reports whether a resource has admission webhooks. Conversion is configured in its CRD. */
export function hasAdmission({ webhooks }: ProjectResource): boolean {
  return webhooks !== undefined && (webhooks.defaulting || webhooks.validation);
}
