import { refuseAll } from '../../../base/diagnostics/diagnostic.js';
import { irregularPlural } from '../../../project/plural.js';
import { isSameKind, type Project, type ProjectResource } from '../../../project/project.js';
import { lookUp } from '../../../scaffold/change/kinds/known-resource.js';
import { defined } from '../../../base/model/defined.js';
import type { CreateApiOptions } from './flags.js';
import { flagProblems, problemsBeside } from './problems.js';

/**
 * Returns the PROJECT entry of the requested kind, without controllers.
 * @throws DiagnosticsError when the options contradict each other or the project
 */
export async function wantedBeside(project: Project, options: CreateApiOptions): Promise<ProjectResource> {
  refuseAll(flagProblems(options));
  const wanted = withApply(await wantedResource(project, options), options);
  refuseAll(problemsBeside(project, options, wanted));
  return wanted;
}

/** Returns the PROJECT entry of the requested kind, without controllers. Without its own types, the kind can be external. */
async function wantedResource(project: Project, options: CreateApiOptions): Promise<ProjectResource> {
  const { group, version, kind, resource, namespaced, deployImage } = options;
  const known = resource ? undefined : await lookUp(project, options);
  if (known !== undefined) {
    const { origin } = known;
    const module = options.externalApiModule;
    return origin === undefined || module === undefined ? known : { ...known, origin: { ...origin, module } };
  }
  const own = { ...defined({ group }), domain: project.domain, version, kind, controllers: [] };
  const plural = options.plural ?? project.resources.find((each) => isSameKind(each, own))?.plural;
  return {
    ...own,
    ...irregularPlural({ kind, plural }),
    ...(resource ? { api: { crdVersion: 'v1', namespaced } } : {}),
    ...defined({ deployImage }),
  };
}

/** Returns the entry of a kind whose controllers use server-side apply, if that is requested. */
function withApply(resource: ProjectResource, { ssa = false }: CreateApiOptions): ProjectResource {
  return ssa && resource.api !== undefined ? { ...resource, api: { ...resource.api, ssa } } : resource;
}
