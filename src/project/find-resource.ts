import type { Project, ProjectResource } from './project.js';

/** How a command line names a resource. */
export interface ResourceName {
  /** Absent for the group that is the domain itself. */
  readonly group?: string;
  readonly version: string;
  readonly kind: string;
}

/** The resource of that name among those that PROJECT lists. */
export function findResource(
  { resources }: Project,
  { group, version, kind }: ResourceName,
): ProjectResource | undefined {
  return resources.find((each) => each.group === group && each.version === version && each.kind === kind);
}
