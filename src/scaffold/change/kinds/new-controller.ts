import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { checkName, controllerClass } from '../../../project/naming.js';
import { controllerFile } from '../../../project/paths.js';
import {
  type ControllerEntry,
  type Project,
  type ProjectResource,
  isSame,
  isSameKind,
} from '../../../project/project.js';

/** The controller requested by a command. */
export interface AskedController {
  readonly name?: string;
  /** Whether the types of the kind are created as well. An existing controller then reconciles them. */
  readonly withTypes: boolean;
}

/** The controller to add to a resource, or the reason why none is added. */
export interface NewController {
  readonly entry?: ControllerEntry;
  readonly problems: readonly Diagnostic[];
}

/** Returns the controller to add to a resource; none if the requested one already exists. */
export function newController(
  project: Project,
  resource: ProjectResource,
  { name, withTypes }: AskedController,
): NewController {
  // One controller reconciles all versions of a kind.
  const versions = project.resources.filter((each) => isSameKind(each, resource));
  const there = versions.flatMap(({ controllers }) => controllers);
  if (there.some((each) => each.name === name)) return { problems: [] };
  if (name !== undefined) return { entry: { name }, problems: nameProblems(project, resource, name) };
  if (there.length === 0) return { entry: {}, problems: [] };
  const names = there.flatMap((each) => each.name ?? []);
  const unnamed = { kind: resource.kind, names, other: '--no-controller' };
  return { problems: withTypes ? [] : [diagnostic('controller-name-required', unnamed)] };
}

function nameProblems(project: Project, resource: ProjectResource, name: string): readonly Diagnostic[] {
  const refused = checkName('controllerName', '--controller-name', name);
  if (refused !== undefined) return [refused];
  const className = controllerClass(resource, { name });
  if (`${className}Reconciler` === resource.kind)
    return [
      diagnostic('controller-class-taken', { name, className: resource.kind, other: `the kind ${resource.kind}` }),
    ];
  const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));
  const folder = folderOf(controllerFile(resource, project, { name }));
  for (const other of project.resources) {
    for (const controller of other.controllers) {
      const label = controller.name ?? other.kind.toLowerCase();
      if (label === name) return [diagnostic('controller-name-taken', { name, kind: other.kind })];
      const isBeside = folderOf(controllerFile(other, project, controller)) === folder;
      if (isBeside && controllerClass(other, controller).toLowerCase() === className.toLowerCase()) {
        const taken = { name, className: `${className}Reconciler`, other: `the controller ${label}` };
        return [diagnostic('controller-class-taken', taken)];
      }
    }
  }
  return [];
}

/** Returns the resource that takes over the controllers of a deleted entry, if another version of its kind remains. */
export function heirOf({ resources }: Project, leaving: ProjectResource): ProjectResource | undefined {
  if (leaving.controllers.length === 0) return undefined;
  const versions = resources.filter((each) => isSameKind(each, leaving) && !isSame(each, leaving));
  const heir = versions.find(({ webhooks }) => webhooks?.conversion) ?? versions[0];
  const { controllers, deployImage } = leaving;
  // A controller that runs Pods with an image depends on types that contain the number of Pods.
  const image = deployImage === undefined ? {} : { deployImage };
  return heir && { ...heir, controllers: [...controllers, ...heir.controllers], ...image };
}
