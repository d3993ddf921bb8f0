/** A resource as PROJECT lists it, in the terms of its schema (version 3). */
export interface ProjectResource {
  /** First part of the API group; absent when the group is the domain itself. */
  readonly group?: string;
  readonly domain: string;
  readonly version: string;
  readonly kind: string;
  /** Given only where it is not what the kind's name says. */
  readonly plural?: string;
  /** Present when this project has the types. */
  readonly api?: { readonly crdVersion: string; readonly namespaced: boolean };
  readonly controller: boolean;
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

/** What PROJECT says, as far as we understand it. Everything else in it stays where it is. */
export interface Project {
  readonly domain: string;
  readonly projectName: string;
  readonly resources: readonly ProjectResource[];
  readonly manifests: ManifestSettings;
}

export const layout = 'typescript.operator-gen/v1';

/** The API group of a resource: group and domain, or the domain alone. */
export function apiGroupOf({ group, domain }: Pick<ProjectResource, 'group' | 'domain'>): string {
  return group === undefined || group === '' ? domain : `${group}.${domain}`;
}
