import { controllerClass } from '../../project/naming.js';
import { controllerFile } from '../../project/paths.js';
import type { ControllerEntry, Project, ProjectResource } from '../../project/project.js';
import type { ControllerContext } from '../contexts.js';
import { codeContext } from './api.js';

/** What a controller of a kind is told. */
export function controllerContext(
  project: Project,
  resource: ProjectResource,
  controller: ControllerEntry,
): ControllerContext {
  return {
    ...codeContext(project, resource, controllerFile(resource, project, controller)),
    controllerName: controller.name ?? resource.kind.toLowerCase(),
    controllerClass: controllerClass(resource, controller),
    controllerIsNamed: controller.name !== undefined,
  };
}
