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

/** What PROJECT says, as far as we understand it. Everything else in it stays where it is. */
export interface Project {
  readonly domain: string;
  readonly projectName: string;
  readonly resources: readonly ProjectResource[];
}

export const layout = 'typescript.operator-gen/v1';

/** The API group of a resource: group and domain, or the domain alone. */
export function apiGroupOf({ group, domain }: Pick<ProjectResource, 'group' | 'domain'>): string {
  return group === undefined || group === '' ? domain : `${group}.${domain}`;
}
