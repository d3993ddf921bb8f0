import type { Project, ProjectResource } from './project.js';

/** Returns the resources whose types are declared in this project. */
export function withTypes({ resources }: Project): readonly ProjectResource[] {
  return resources.filter(({ api }) => api !== undefined);
}

/** Returns the hub versions, through which the other versions of their kinds are converted. */
export function hubs(project: Project): readonly ProjectResource[] {
  return withTypes(project).filter((each) => spokesOf(each).length > 0);
}

/** Returns the versions that are converted to this one, if it is a hub. */
export function spokesOf({ webhooks }: ProjectResource): readonly string[] {
  return webhooks?.conversion ? webhooks.spoke : [];
}

/** Reports whether a resource has webhooks of any type. */
export function hasWebhook({ webhooks }: ProjectResource): boolean {
  return webhooks !== undefined;
}
