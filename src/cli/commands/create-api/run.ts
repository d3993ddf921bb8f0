import { diagnostic, refuseAll, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { shellLine } from '../../../base/diagnostics/shell-line.js';
import { findProject } from '../../../project/find-project.js';
import { doubledDomain, protectedGroup } from '../../../project/naming.js';
import { controllerFile, typesFile, sampleFile } from '../../../project/paths.js';
import { putResource, startEdit } from '../../../project/project-edit.js';
import {
  apiGroupOf,
  type ControllerEntry,
  type Project,
  type ProjectResource,
  isSame,
} from '../../../project/project.js';
import { builtInResource } from '../../../scaffold/change/kinds/built-in.js';
import { changeProject } from '../../../scaffold/change/change-project.js';
import { copiedTypes, type CopiedTypes } from '../../../scaffold/change/kinds/copied-types.js';
import { newController } from '../../../scaffold/change/kinds/new-controller.js';
import type { CreateApiOptions } from './flags.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { installation } from '../../../scaffold/change/packages/packages.js';
import { defined } from '../../../base/model/defined.js';
import { wantedBeside } from './wanted.js';

/** Scaffolds a kind, its controller, or both, and generates everything that follows from them in the same plan. */
export async function createApi(options: CreateApiOptions, environment: Environment): Promise<Outcome> {
  const { host, cwd } = environment;
  const found = findProject(host, cwd);
  const { root, project } = found;
  const { kind, force } = options;
  const wanted = await wantedBeside(project, options);
  const existing = project.resources.find((each) => isSame(each, wanted));
  const halves = missingHalves(project, options, wanted, existing);
  const sameModule = existing === undefined || existing.origin?.module === wanted.origin?.module;
  const nothingNew = !halves.types && halves.controller === undefined && sameModule;

  const resource = united(existing, wanted, halves.controller);
  const edit = startEdit(found);
  if (!nothingNew) putResource(edit, resource);
  const isNewVersion = halves.types && existing?.api === undefined && wanted.deployImage === undefined;
  const copied = isNewVersion && !options.empty ? await copiedTypes(host, root, project, wanted) : undefined;
  const { plan, diagnostics } = await changeProject(environment, found, {
    edit,
    force,
    ...defined({ imported: copied?.files }),
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
      : `Created ${halves.types ? 'the' : 'a controller of the'} kind ${kind} of ${apiVersion}${copied ? copiedFrom(copied) : ''}.`,
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

function copiedFrom({ from, shared }: CopiedTypes): string {
  const both = shared.length === 0 ? '' : `; a change of ${shared.join(' or ')} changes both versions`;
  return ` with the fields of ${from}${both}`;
}

/** The parts of a kind to scaffold. */
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

/** Returns the entry of PROJECT, including the parts that are created. */
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

/** The files of a kind in a version, without files that it shares with others, such as those of webhooks and conversions. */
const ownFiles = /^src\/(?:controller\/|api\/(?!.*\bgroup-version\.ts$))/;

/** Returns the project without the parts to scaffold again. */
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
    doubledDomain(resource),
    builtIn === undefined ? undefined : diagnostic('built-in-kind-name', { kind, group, apiGroup }),
    resource.api === undefined ? diagnostic('types-missing', { kind }) : undefined,
  ].filter((each) => each !== undefined);
}
