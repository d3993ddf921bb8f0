import type { DeployImage, Project, ProjectResource } from './project.js';

export type ResourceWithImage = ProjectResource & { readonly deployImage: DeployImage };

/** Reports whether the controller of a resource runs Pods of an image. */
export function hasImage(resource: ProjectResource): resource is ResourceWithImage {
  return resource.deployImage !== undefined;
}

/**
 * Returns the variable that tells the operator which image to run for a kind, such as `MEMCACHED_IMAGE`. When kinds of
 * several groups share a name, the first one keeps it, and the others are prefixed with their groups.
 */
export function imageVariable({ resources }: Project, { group = '', kind }: ResourceWithImage): string {
  const name = `${kind.toUpperCase()}_IMAGE`;
  const first = resources.filter(hasImage).find((each) => each.kind.toUpperCase() === kind.toUpperCase());
  if (first === undefined || (first.group ?? '') === group) return name;
  return `${group.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_${name}`;
}
