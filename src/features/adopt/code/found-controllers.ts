import { builtInResource } from '../../../scaffold/change/kinds/built-in.js';
import { nameRules } from '../../../project/naming.js';
import {
  isSame,
  isSameKind,
  type ControllerEntry,
  type Project,
  type ProjectResource,
} from '../../../project/project.js';
import type { GoController } from '../../../base/helper/go/answer.js';
import { withConversions } from './conversion-webhooks.js';
import { pairs, reconciledBy } from './controllers.js';
import { kindOf, type GoCode } from '../project/go-code.js';
import type { GoWebhook } from './go-webhooks.js';
import { withWebhooks } from './webhooks.js';

/** Returns resources with the controllers and webhooks in Go code that PROJECT does not list. */
export async function withCode(
  code: GoCode,
  project: Project,
  {
    webhooks,
    configured,
  }: { readonly webhooks: readonly GoWebhook[]; readonly configured: readonly ProjectResource[] },
): Promise<readonly ProjectResource[]> {
  const resources = [...withConversions(await withWebhooks(project.resources, webhooks), code, configured)];
  // Without Go code and PROJECT, each kind is assumed to have a controller.
  if (code.controllers.length === 0 && code.project === undefined)
    return resources.map((each) => withController(each, resources));
  const listed = { ...project, resources };
  const paired = new Set(pairs(listed, await reconciledBy(code, listed)).map(({ go }) => go));
  const isOther = (each: GoController): boolean => paired.has(each) || code.unreached.includes(each);
  for (const controller of code.controllers.filter((each) => !isOther(each))) {
    const resource = await resourceOf(code, listed, controller);
    if (resource === undefined) continue;
    const index = resources.findIndex((each) => isSame(each, resource));
    const known = index < 0 ? resource : resources[index]!;
    const entry = entryOf(controller, known, resources);
    if (entry === undefined) continue;
    const next = { ...known, controllers: [...known.controllers, entry] };
    if (index < 0) resources.push(next);
    else resources[index] = next;
  }
  return resources;
}

/** Returns the resource that a controller reconciles: a resource of the project, or of Kubernetes. */
async function resourceOf(code: GoCode, project: Project, { of }: GoController): Promise<ProjectResource | undefined> {
  const kind = of && (await kindOf(code, project, of));
  if (kind === undefined) return undefined;
  const [, folder = '', version = ''] = kind.is === 'builtIn' ? kind.module.split('/') : [];
  return kind.is === 'listed' ? kind.resource : builtInResource(folder, version, kind.kind);
}

/** Returns the entry of a controller, given the others; undefined if it has no name of its own. */
function entryOf(
  { name, receiver }: GoController,
  of: ProjectResource,
  resources: readonly ProjectResource[],
): ControllerEntry | undefined {
  const namesOf = (each: ProjectResource) => each.controllers.map((entry) => entry.name ?? each.kind.toLowerCase());
  const kind = of.kind.toLowerCase();
  const used = new Set(resources.flatMap(namesOf));
  const isFirst = !resources.some((each) => isSameKind(each, of) && each.controllers.length > 0);
  if (isFirst && !used.has(kind)) return {};
  const words = receiver.replace(/(?:Reconciler|Controller)$/, '').replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-');
  const names = [name ?? '', words.toLowerCase(), `${kind}-${words.toLowerCase()}`];
  const free = names.find((each) => nameRules.controllerName.accepts(each) && !used.has(each));
  return free === undefined ? undefined : { name: free };
}

/** Returns a resource with a controller if it is the first version of its kind. */
function withController(resource: ProjectResource, resources: readonly ProjectResource[]): ProjectResource {
  const isFirst = resources.find((each) => isSameKind(each, resource)) === resource;
  return isFirst ? { ...resource, controllers: [{}] } : resource;
}
