import { apiGroupOf, type Project, type ProjectResource } from './project.js';

/** The name of a resource on the command line. */
export interface ResourceName {
  /** With or without the domain; absent when the group is the domain itself. */
  readonly group?: string;
  readonly version: string;
  readonly kind: string;
}

/** Returns the resource of that name from PROJECT. */
export function findResource(
  { resources }: Project,
  { group, version, kind }: ResourceName,
): ProjectResource | undefined {
  const named = resources.filter((each) => each.version === version && each.kind === kind);
  return named.find((each) => each.group === group) ?? named.find((each) => apiGroupOf(each) === group);
}
