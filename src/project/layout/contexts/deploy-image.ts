import { wordsOf } from '../../image-rules.js';
import { imageVariable, type ResourceWithImage } from '../../image-variable.js';
import type { Project } from '../../project.js';
import { listInCode, textInCode } from '../code-text.js';
import type { DeployImageContext } from '../contexts.js';
import { controllerContext } from './controller.js';

/** Returns the template context of a kind whose first controller runs Pods of an image. */
export function deployImageContext(project: Project, resource: ResourceWithImage): DeployImageContext {
  const { containerCommand, containerPort, runAsUser } = resource.deployImage;
  const controller = controllerContext(project, resource, resource.controllers[0]!);
  const { controllerClass, controllerName } = controller;
  const names = ['finalizer', `${controllerClass}Reconciler`, `setup${controllerClass}Controller`];
  const words = containerCommand === undefined ? [] : wordsOf(containerCommand).map(textInCode);
  return {
    ...controller,
    imageVariable: imageVariable(project, resource),
    containerPort: containerPort?.toString() ?? '',
    runAsUser: runAsUser?.toString() ?? '',
    root: runAsUser === 0,
    command: words.length === 0 ? '' : listInCode('  container.command = [', words, '];'),
    controllerImport: listInCode('import { ', names, ` } from './${controllerName}.controller.js';`),
  };
}
