import { wordsOf } from '../../image-rules.js';
import { imageVariable, type ResourceWithImage } from '../../image-variable.js';
import type { Project } from '../../project.js';
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

/** The line width in the .prettierrc.json of a project. */
const width = 120;

/** Returns a list in code in Prettier's format: on one line if it fits, otherwise one item per line. */
function listInCode(before: string, items: readonly string[], after: string): string {
  const line = `${before}${items.join(', ')}${after}`;
  if (line.length <= width) return line;
  const indent = /^ */.exec(before)![0];
  const lines = items.map((item) => `${indent}  ${item},`);
  return [before.trimEnd(), ...lines, `${indent}${after.trimStart()}`].join('\n');
}

/**
 * Returns a string without line breaks as Prettier quotes it: in single quotes, unless it contains more single than
 * double quotes.
 */
function textInCode(text: string): string {
  const count = (quote: string): number => text.split(quote).length - 1;
  const quote = count("'") > count('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return `${quote}${escaped}${quote}`;
}
