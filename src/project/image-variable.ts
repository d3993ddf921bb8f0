import type { DeployImage, Project, ProjectResource } from './project.js';

export type ResourceWithImage = ProjectResource & { readonly deployImage: DeployImage };

/** Whether the controller of a resource keeps Pods of an image. */
export function hasImage(resource: ProjectResource): resource is ResourceWithImage {
  return resource.deployImage !== undefined;
}

/**
 * The variable that tells the operator which image the Pods of a kind run: `MEMCACHED_IMAGE`. Where kinds of several groups
 * have one name, it is the first one's, and those of the others begin with their groups.
 */
export function imageVariable({ resources }: Project, { group = '', kind }: ResourceWithImage): string {
  const name = `${kind.toUpperCase()}_IMAGE`;
  const first = resources.filter(hasImage).find((each) => each.kind.toUpperCase() === kind.toUpperCase());
  if (first === undefined || (first.group ?? '') === group) return name;
  return `${group.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_${name}`;
}
