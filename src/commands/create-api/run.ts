import { diagnostic, DiagnosticsError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { shellLine } from '../../diagnostics/shell-line.js';
import { findProject } from '../../project/find-project.js';
import { protectedGroup } from '../../project/naming.js';
import { controllerFile, typesFile, sampleFile } from '../../project/paths.js';
import { irregularPlural } from '../../project/plural.js';
import { putResource, startEdit } from '../../project/project-edit.js';
import {
  apiGroupOf,
  type ControllerEntry,
  type Project,
  type ProjectResource,
  isSame,
  isSameKind,
} from '../../project/project.js';
import { flagProblems, problemsBeside } from './problems.js';
import { builtInResource } from '../../change/built-in.js';
import { changeProject } from '../../change/change-project.js';
import { lookUp } from '../../change/known-resource.js';
import { newController } from '../../change/new-controller.js';
import type { CreateApiOptions } from './flags.js';
import type { Environment, Outcome } from '../../plan/outcome.js';
import { installation } from '../../change/packages.js';
import { defined } from '../../model/defined.js';

/** Scaffolds a kind, its controller, or both, and generates everything that follows from them in the same plan. */
export async function createApi(options: CreateApiOptions, environment: Environment): Promise<Outcome> {
  const { host, cwd } = environment;
  const found = findProject(host, cwd);
  const { root, project } = found;
  const { kind, force } = options;
  refuseAll(flagProblems(options));
  const wanted = withApply(await wantedResource(project, options), options);
  refuseAll(problemsBeside(project, options, wanted));
  const existing = project.resources.find((each) => isSame(each, wanted));
  const halves = missingHalves(project, options, wanted, existing);
  const sameModule = existing === undefined || existing.origin?.module === wanted.origin?.module;
  const nothingNew = !halves.types && halves.controller === undefined && sameModule;

  const resource = united(existing, wanted, halves.controller);
  const edit = startEdit(found);
  if (!nothingNew) putResource(edit, resource);
  const { plan, diagnostics } = await changeProject(environment, found, {
    edit,
    force,
    samplesAgain: new Set(force && halves.types ? [sampleFile(resource)] : []),
    again: force ? { without: without(project, existing, halves), paths: ownFiles } : undefined,
  });
  const apiVersion = [apiGroupOf(resource), resource.version].filter(Boolean).join('/');
  return {
    root,
    plan,
    diagnostics: [...(await warningsOf(options, resource)), ...diagnostics],
    summary: nothingNew
      ? `The kind ${kind} already exists: nothing to create.`
      : `Created ${halves.types ? 'the' : 'a controller of the'} kind ${kind} of ${apiVersion}.`,
    next: nothingNew
      ? []
      : [
          ...installation(host, root, resource),
          ...(halves.types ? [shellLine(['edit', typesFile(resource, project)])] : []),
          ...(halves.controller ? [shellLine(['edit', controllerFile(resource, project, halves.controller)])] : []),
          'npx operator-gen manifests',
        ],
  };
}

function refuseAll(problems: readonly Diagnostic[]): void {
  if (problems.length > 0) throw new DiagnosticsError(...problems);
}

/** Returns the entry for PROJECT without controllers. Without types of its own the kind can be external. */
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

/** The parts of a kind to be scaffolded. */
interface Halves {
  readonly types: boolean;
  readonly controller: ControllerEntry | undefined;
}

/**
 * Returns what to scaffold. Existing files belong to the user, so only the missing half is scaffolded, or everything
 * requested with --force.
 */
function missingHalves(
  project: Project,
  options: CreateApiOptions,
  wanted: ProjectResource,
  existing: ProjectResource | undefined,
): Halves {
  const { resource, controller, controllerName: name, force } = options;
  const types = resource && (force || existing?.api === undefined);
  if (!controller) return { types, controller: undefined };
  const there = existing?.controllers.find((each) => each.name === name);
  if (there !== undefined) return { types, controller: force ? there : undefined };
  const { entry, problems } = newController(project, wanted, {
    ...defined({ name }),
    withTypes: types,
  });
  refuseAll(problems);
  return { types, controller: entry };
}

/** Returns the entry of PROJECT including what is created now. */
function united(
  existing: ProjectResource | undefined,
  wanted: ProjectResource,
  controller: ControllerEntry | undefined,
): ProjectResource {
  const ssa = wanted.api?.ssa ?? existing?.api?.ssa;
  const known = wanted.api ?? existing?.api;
  const api = known && { ...known, ...defined({ ssa }) };
  const there = existing?.controllers ?? [];
  const isThere = there.some((each) => each.name === controller?.name);
  const controllers = controller === undefined || isThere ? there : [...there, controller];
  return { ...existing, ...wanted, controllers, ...defined({ api }) };
}

/** The files of a kind in a version, without those that it shares with others, such as its webhooks' and conversions'. */
const ownFiles = /^src\/(?:controller\/|api\/(?!.*\bgroup-version\.ts$))/;

/** Returns the project without the parts to be scaffolded again. */
function without(project: Project, existing: ProjectResource | undefined, { types, controller }: Halves): Project {
  const resources = project.resources.flatMap((each) => {
    if (existing === undefined || !isSame(each, existing)) return [each];
    const { api, deployImage: _image, ...rest } = each;
    const controllers = each.controllers.filter(({ name }) => controller === undefined || name !== controller.name);
    return [{ ...rest, controllers, ...(types || api === undefined ? {} : { api }) }];
  });
  return { ...project, resources };
}

async function warningsOf(
  { group = '', resource: wantsTypes, version, kind }: CreateApiOptions,
  resource: ProjectResource,
): Promise<readonly Diagnostic[]> {
  if (resource.origin !== undefined) return [];
  const apiGroup = apiGroupOf(resource);
  const builtIn = wantsTypes ? await builtInResource(group === '' ? '-' : group, version, kind) : undefined;
  return [
    protectedGroup(apiGroup),
    builtIn === undefined ? undefined : diagnostic('built-in-kind-name', { kind, group, apiGroup }),
    resource.api === undefined ? diagnostic('types-missing', { kind }) : undefined,
  ].filter((each) => each !== undefined);
}
