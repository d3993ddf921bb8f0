import { posix } from 'node:path';
import { controllerClass } from '../../naming.js';
import { controllerFile, registerFile, sampleFile } from '../../paths.js';
import { isSameKind, type ControllerEntry, type Project, type ProjectResource } from '../../project.js';
import { hubs } from '../../resources.js';
import type { ControllerContext } from '../contexts.js';
import { codeContext } from './api.js';

/** Returns the template context of a controller of a kind. */
export function controllerContext(
  project: Project,
  resource: ProjectResource,
  controller: ControllerEntry,
): ControllerContext {
  const file = controllerFile(resource, project, controller);
  const code = codeContext(project, resource, file);
  // Kinds of the same name in several groups each have a controller, and logs and metrics distinguish them by name.
  const ownName = controller.name ?? (code.groupDash === '' ? '' : `${code.groupDash}${code.kindLower}`);
  return {
    ...code,
    controllerName: controller.name ?? code.kindLower,
    controllerClass: controllerClass(resource, controller),
    ssa: resource.api?.ssa ?? false,
    declaresPermissions: project.permissions === 'declared',
    ownName,
    sample: sampleFile(resource),
    converts: hubs(project).some((each) => isSameKind(each, resource)),
    registerModule: posix.relative(posix.dirname(file), registerFile).replace(/\.ts$/, '.js'),
  };
}
