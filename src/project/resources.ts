import type { Project, ProjectResource } from './project.js';

/** The resources whose types are this project's. */
export function withTypes({ resources }: Project): readonly ProjectResource[] {
  return resources.filter(({ api }) => api !== undefined);
}

/** The versions by way of which the others of their kinds are converted. */
export function hubs(project: Project): readonly ProjectResource[] {
  return withTypes(project).filter((each) => spokesOf(each).length > 0);
}

/** The versions that are converted to this one, where it is a hub. */
export function spokesOf({ webhooks }: ProjectResource): readonly string[] {
  return webhooks?.conversion ? webhooks.spoke : [];
}

/** Whether it has webhooks of any sort. */
export function hasWebhook({ webhooks }: ProjectResource): boolean {
  return webhooks !== undefined;
}
