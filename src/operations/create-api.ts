import { posix } from 'node:path';
import { diagnostic, DiagnosticsError, refuse, type Diagnostic } from '../diagnostics/diagnostic.js';
import { mergeKustomization } from '../emit/kustomization.js';
import type { Host } from '../io/host.js';
import { overlay } from '../io/overlay.js';
import { toolVersion } from '../io/tool.js';
import { findProject, type FoundProject } from '../project/find-project.js';
import { checkName, protectedGroup, variableOf } from '../project/naming.js';
import { controllerFile, helperRoleFiles, kustomizations, projectFile, typesFile } from '../project/paths.js';
import { pluralOf } from '../project/plural.js';
import { isSame, parseProject, withResource } from '../project/project-file.js';
import { apiGroupOf, type Project, type ProjectResource } from '../project/project.js';
import type { ApiContext } from '../scaffold/contexts.js';
import { makePlan } from '../scaffold/make-plan.js';
import type { DesiredFile } from '../scaffold/plan.js';
import { renderTemplates } from '../scaffold/render.js';
import { keepCodeIn } from '../ts/code-cache.js';
import { generate } from './generate.js';
import type { CreateApiOptions } from './options.js';
import type { Environment, Outcome } from './outcome.js';
import { overlaid } from './overlaid.js';

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
    controller: wanted.controller && (options.force || !existing?.controller),
  };
  const { api = existing?.api, ...rest } = wanted;
  const controller = wanted.controller || (existing?.controller ?? false);
  const resource = { ...rest, controller, ...(api === undefined ? {} : { api }) };

  const written: DesiredFile[] = [
    ...scaffold(host, root, found, resource, halves),
    ...(halves.resource ? await storageVersion(host, root, found, resource) : []),
    {
      path: projectFile,
      content: halves.resource || halves.controller ? withResource(found, resource) : found.text,
      ownership: 'merged',
    },
    ...(halves.resource ? helperRoles(host, root, resource) : []),
  ];
  const version = toolVersion();
  const edited = parseProject(written.find(({ path }) => path === projectFile)!.content);
  const generated = await generate(overlay(host, overlaid(root, written)), root, edited.project, version);
  const made = makePlan(host, root, [...written, ...generated.files], { force: options.force });
  const { kind } = options;
  const nothingNew = !halves.resource && !halves.controller;
  return {
    root,
    plan: made.plan,
    diagnostics: [
      ...[protectedGroup(apiGroup)].filter((each) => each !== undefined),
      ...generated.diagnostics,
      ...made.diagnostics,
    ],
    summary: nothingNew
      ? `The kind ${kind} exists already: nothing to create.`
      : `Made the kind ${kind} of ${apiGroupOf(resource)}/${resource.version}.`,
    next: nothingNew
      ? []
      : [
          ...(halves.resource ? [`edit ${typesFile(resource)}`] : []),
          ...(halves.controller ? [`edit ${controllerFile(resource)}`] : []),
          'npx operator-gen manifests',
        ],
  };
}

function checkNames({ group, version, kind, plural, resource, controller }: CreateApiOptions): void {
  const problems = [
    group === undefined ? undefined : checkName('group', '--group', group),
    checkName('version', '--version', version),
    checkName('kind', '--kind', kind),
    plural === undefined ? undefined : checkName('plural', '--plural', plural),
  ].filter((each) => each !== undefined);
  if (problems.length > 0) throw new DiagnosticsError(...problems);
  if (!resource && !controller) refuse('nothing-to-create', { flags: '--no-resource with --no-controller' });
}

function wantedResource(options: CreateApiOptions, { domain, resources }: Project): ProjectResource {
  const { group, version, kind, resource, controller, namespaced } = options;
  const other = otherVersions({ ...(group === undefined ? {} : { group }), domain, version, kind }, resources);
  const plural = options.plural ?? other[0]?.plural;
  return {
    ...(group === undefined ? {} : { group }),
    domain,
    version,
    kind,
    // One controller looks after all versions of a kind.
    controller: controller && !other.some((each) => each.controller),
    ...(plural === undefined || plural === pluralOf(kind) ? {} : { plural }),
    ...(resource ? { api: { crdVersion: 'v1', namespaced } } : {}),
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

/**
 * With its second version a kind has to say which one objects are stored in: the one that they are stored in already,
 * unless a class says otherwise.
 */
async function storageVersion(
  host: Host,
  root: string,
  { project: { resources } }: FoundProject,
  resource: ProjectResource,
): Promise<readonly DesiredFile[]> {
  const files = otherVersions(resource, resources)
    .filter(({ api }) => api !== undefined)
    .map((each) => typesFile(each))
    .toSorted();
  const texts = files.flatMap((path) => {
    const content = host.read(posix.join(root, path));
    return content === undefined ? [] : [{ path, content }];
  });
  const [first] = texts;
  if (first === undefined || texts.some(({ content }) => /@StorageVersion\b/.test(content))) return [];
  const { addKindMarker } = await import('../ts/add-marker.js');
  const content = addKindMarker(first.content, resource.kind, 'StorageVersion');
  return content === undefined ? [] : [{ path: first.path, content, ownership: 'merged' }];
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
      problems.push(diagnostic('several-groups', { group, existing: apiGroupOf(other) }));
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
  return problems;
}

function scaffold(
  host: Host,
  root: string,
  { project }: FoundProject,
  resource: ProjectResource,
  halves: { readonly resource: boolean; readonly controller: boolean },
): readonly DesiredFile[] {
  const context: ApiContext = {
    projectName: project.projectName,
    apiGroup: apiGroupOf(resource),
    version: resource.version,
    kind: resource.kind,
    kindLower: resource.kind.toLowerCase(),
    kindCamel: variableOf(resource.kind),
    plural: resource.plural ?? pluralOf(resource.kind),
    namespaced: resource.api?.namespaced ?? true,
    protectedGroup: protectedGroup(apiGroupOf(resource)) !== undefined,
  };
  const files = [
    ...(halves.resource ? renderTemplates('resource', context) : []),
    ...(halves.controller ? renderTemplates('controller', context) : []),
  ];
  // The kinds of one version share this file; the first of them brought it.
  return files.filter(
    ({ path }) => !(path.endsWith('/group-version.ts') && host.kind(posix.join(root, path)) === 'file'),
  );
}

function helperRoles(host: Host, root: string, resource: ProjectResource): readonly DesiredFile[] {
  const path = kustomizations.rbac;
  const add = helperRoleFiles(resource).map((file) => posix.basename(file));
  const content = mergeKustomization(host.read(posix.join(root, path)), { add });
  if (content === undefined) refuse('unreadable-kustomization', { path }, { file: path, line: 1, column: 1 });
  return [{ path, content, ownership: 'merged' }];
}
