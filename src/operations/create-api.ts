import { diagnostic, DiagnosticsError, refuse, type Diagnostic } from '../diagnostics/diagnostic.js';
import { findProject, type FoundProject } from '../project/find-project.js';
import { textsOf } from '../project/deploy-image.js';
import { checkName, protectedGroup } from '../project/naming.js';
import { controllerFile, typesFile } from '../project/paths.js';
import { pluralOf } from '../project/plural.js';
import { isSame, withResource } from '../project/project-file.js';
import { apiGroupOf, type Project, type ProjectResource } from '../project/project.js';
import { keepCodeIn } from '../ts/code-cache.js';
import { changeProject } from './change-project.js';
import { imageDifferences, imageFlags } from './image-flags.js';
import type { CreateApiOptions } from './options.js';
import type { Environment, Outcome } from './outcome.js';

/** Scaffolds a kind, its controller, or both, and generates everything that follows from them in the same plan. */
export async function createApi(options: CreateApiOptions, { host, cwd, memory }: Environment): Promise<Outcome> {
  keepCodeIn(memory);
  const found = findProject(host, cwd);
  const { root, project } = found;
  checkNames(options);
  const wanted = wantedResource(options, project);
  const apiGroup = apiGroupOf(wanted);
  const refused = checkName('apiGroup', options.group === undefined ? '--domain' : '--group', apiGroup);
  if (refused !== undefined) throw new DiagnosticsError(refused);
  const existing = project.resources.find((each) => isSame(each, wanted));
  checkAgainst(found, options, wanted, existing);

  // What is there already is the user's: only the missing half is scaffolded, or everything anew with --force.
  const halves = {
    resource: options.resource && (options.force || existing?.api === undefined),
    controller: wanted.controllers.length > 0 && (options.force || existing?.controllers.length === 0),
  };
  const resource = { ...existing, ...wanted, ...both(wanted, existing) };
  const others = { ...project, resources: project.resources.filter((each) => each !== existing) };
  const nothingNew = !halves.resource && !halves.controller;
  const made = await changeProject(host, found, {
    text: nothingNew ? found.text : withResource(found, resource),
    force: options.force,
    ...(options.force ? { present: others } : {}),
  });
  const { kind } = options;
  return {
    root,
    plan: made.plan,
    diagnostics: [...[protectedGroup(apiGroup)].filter((each) => each !== undefined), ...made.diagnostics],
    summary: nothingNew
      ? `The kind ${kind} exists already: nothing to create.`
      : `Made the kind ${kind} of ${apiGroupOf(resource)}/${resource.version}.`,
    next: nothingNew
      ? []
      : [
          ...(halves.resource ? [`edit ${typesFile(resource, project)}`] : []),
          ...(halves.controller ? [`edit ${controllerFile(resource, project)}`] : []),
          'npx operator-gen manifests',
        ],
  };
}

/** The halves that are there, and those that are asked for. */
function both(
  wanted: ProjectResource,
  existing: ProjectResource | undefined,
): Pick<ProjectResource, 'api' | 'controllers'> {
  const api = wanted.api ?? existing?.api;
  const controllers = wanted.controllers.length > 0 ? wanted.controllers : (existing?.controllers ?? []);
  return { controllers, ...(api === undefined ? {} : { api }) };
}

function checkNames(options: CreateApiOptions): void {
  const { group, version, kind, plural, resource, controller, deployImage } = options;
  const problems = [
    group === undefined ? undefined : checkName('group', '--group', group),
    checkName('version', '--version', version),
    checkName(deployImage === undefined ? 'kind' : 'kindWithImage', '--kind', kind),
    plural === undefined ? undefined : checkName('plural', '--plural', plural),
    ...(deployImage === undefined ? [] : textsOf(deployImage)).map(([option, text]) =>
      checkName(option, imageFlags[option], text),
    ),
  ].filter((each) => each !== undefined);
  if (problems.length > 0) throw new DiagnosticsError(...problems);
  if (!resource && !controller) refuse('nothing-to-create', { flags: '--no-resource with --no-controller' });
  if (deployImage !== undefined) checkHalves(options);
}

/** The Pods are kept by the controller, as the types say how many, beside the object. */
function checkHalves({ resource, controller, namespaced }: CreateApiOptions): void {
  const needed = Object.entries({ '--resource': resource, '--controller': controller, '--namespaced': namespaced });
  const problems = needed
    .filter(([, given]) => !given)
    .map(([flag]) => diagnostic('flag-without', { flag: '--image', needed: flag }));
  if (problems.length > 0) throw new DiagnosticsError(...problems);
}

function wantedResource(options: CreateApiOptions, { domain, resources }: Project): ProjectResource {
  const { group, version, kind, resource, controller, namespaced, deployImage } = options;
  const other = otherVersions({ ...(group === undefined ? {} : { group }), domain, version, kind }, resources);
  const plural = options.plural ?? other[0]?.plural;
  return {
    ...(group === undefined ? {} : { group }),
    domain,
    version,
    kind,
    // One controller looks after all versions of a kind.
    controllers: controller && !other.some(({ controllers }) => controllers.length > 0) ? [{}] : [],
    ...(plural === undefined || plural === pluralOf(kind) ? {} : { plural }),
    ...(resource ? { api: { crdVersion: 'v1', namespaced } } : {}),
    ...(deployImage === undefined ? {} : { deployImage }),
  };
}

/** The same kind in other versions. */
function otherVersions(
  wanted: Pick<ProjectResource, 'group' | 'domain' | 'version' | 'kind'>,
  resources: readonly ProjectResource[],
): readonly ProjectResource[] {
  return resources.filter(
    (each) => each.kind === wanted.kind && apiGroupOf(each) === apiGroupOf(wanted) && each.version !== wanted.version,
  );
}

/** @throws DiagnosticsError when the project has something that the new kind cannot stand beside */
function checkAgainst(
  { project: { resources } }: FoundProject,
  options: CreateApiOptions,
  wanted: ProjectResource,
  existing: ProjectResource | undefined,
): void {
  const group = apiGroupOf(wanted);
  const plural = wanted.plural ?? pluralOf(wanted.kind);
  const problems: Diagnostic[] = [];
  for (const other of resources) {
    if (other === existing) continue;
    const otherPlural = other.plural ?? pluralOf(other.kind);
    if (apiGroupOf(other) !== group) {
      problems.push(diagnostic('several-groups', { group, existing: apiGroupOf(other), short: other.group ?? '' }));
      break;
    }
    if (other.kind === wanted.kind) {
      problems.push(...differences(options, wanted, other));
    } else if (other.kind.toLowerCase() === wanted.kind.toLowerCase() || otherPlural === plural) {
      problems.push(diagnostic('kind-taken', { plural: otherPlural, group, kind: other.kind }));
    }
  }
  if (!options.resource && existing?.api === undefined)
    problems.push(diagnostic('types-missing', { kind: wanted.kind }));
  if (existing !== undefined && !options.force) problems.push(...differences(options, wanted, existing));
  if (problems.length > 0) throw new DiagnosticsError(...problems);
}

/** A second call may add the missing half of a kind; it may not say something else about what is there. */
function differences(options: CreateApiOptions, wanted: ProjectResource, existing: ProjectResource): Diagnostic[] {
  const { kind } = wanted;
  const problems: Diagnostic[] = [];
  if (wanted.api && existing.api && wanted.api.namespaced !== existing.api.namespaced) {
    const difference = existing.api.namespaced ? 'it is namespaced' : 'it is cluster-scoped';
    problems.push(diagnostic('api-exists', { kind, difference, flag: '--namespaced' }));
  }
  if (options.plural !== undefined && options.plural !== (existing.plural ?? pluralOf(kind))) {
    const difference = `its plural is ${existing.plural ?? pluralOf(kind)}`;
    problems.push(diagnostic('api-exists', { kind, difference, flag: '--plural' }));
  }
  return [...problems, ...imageDifferences(wanted, existing)];
}
