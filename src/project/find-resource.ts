import { apiGroupOf, type Project, type ProjectResource } from './project.js';

/** How a command line names a resource. */
export interface ResourceName {
  /** Absent for the group that is the domain itself; with the domain or without it. */
  readonly group?: string;
  readonly version: string;
  readonly kind: string;
}

/** The resource of that name among those that PROJECT lists. */
export function findResource(
  { resources }: Project,
  { group, version, kind }: ResourceName,
): ProjectResource | undefined {
  const named = resources.filter((each) => each.version === version && each.kind === kind);
  return named.find((each) => each.group === group) ?? named.find((each) => apiGroupOf(each) === group);
}
