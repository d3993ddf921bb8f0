import { posix } from 'node:path';
import { refuse } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { findProject, type FoundProject } from '../../../project/find-project.js';
import { findResource } from '../../../project/find-resource.js';
import { sampleFile, typesFile } from '../../../project/paths.js';
import {
  editedProject,
  putResource,
  removeResource,
  startEdit,
  type ProjectEdit,
} from '../../../project/project-edit.js';
import { apiGroupOf, hasAdmission, type Project, type ProjectResource, isSameKind } from '../../../project/project.js';
import { layoutFiles, scopeOf } from '../../../project/layout/layout.js';
import { importedParts, sharedParts } from '../../../scaffold/change/kinds/imported-parts.js';
import { projectTemplates } from '../../../scaffold/change/releases/known-releases.js';
import { changeProject } from '../../../scaffold/change/change-project.js';
import { heirOf } from '../../../scaffold/change/kinds/new-controller.js';
import { leftProblems, leftVersion } from './left-version.js';
import type { DeleteApiOptions } from './flags.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { defined } from '../../../base/model/defined.js';

/** Deletes what `create api` scaffolded for a kind in a version, except for files that the user has edited since. */
export async function deleteApi(options: DeleteApiOptions, environment: Environment): Promise<Outcome> {
  const { host, cwd } = environment;
  const found = findProject(host, cwd);
  const { root, project } = found;
  const { version, kind, force } = options;
  const listed = findResource(project, options);
  const resource = listed ?? leftover(options, found);
  if (listed === undefined && !isLeft(environment, found, resource)) refuseUnknown(found, resource);
  const made = await changeProject(environment, found, {
    ...(listed === undefined
      ? { present: { ...project, resources: [...project.resources, resource] } }
      : { edit: withoutVersion(found, listed) }),
    force,
    isDeletion: true,
    samplesAgain: new Set(force ? [sampleFile(resource)] : []),
    replaced: partsOf(host, root, project, resource),
  });
  // If PROJECT no longer lists the resource, all remaining files may be shared with other resources.
  if (listed === undefined && !made.plan.files.some(({ action }) => action === 'delete'))
    refuseUnknown(found, resource);
  const name = `the kind ${kind} of ${apiGroupOf(resource)}/${version}`;
  const left = await leftVersion(environment, found, made, resource);
  if (left === undefined) return { root, ...made, summary: `Deleted ${name}.`, next: [] };
  const hub = listed && hubOf(project, listed);
  if (hub !== undefined) refuseConverted(resource, hub, left.file);
  // Manifests are derived from the types.
  const summary = `Removed ${name} from PROJECT. Its types in ${left.file} stay, and so does what is generated from them.`;
  const diagnostics = [...made.diagnostics, ...leftProblems(resource, left, made.diagnostics)];
  return { root, plan: made.plan, diagnostics, summary, next: [] };
}

/** Returns the files into which imported types are split. An edited file differs from an empty text. */
function partsOf(host: Host, root: string, project: Project, resource: ProjectResource): ReadonlyMap<string, string> {
  const parts = [...importedParts(host, root, project, resource), ...sharedParts(host, root, project, [resource])];
  return new Map(parts.map(([path, text = '']) => [path, text]));
}

/**
 * Returns PROJECT without a kind in a version: the hub no longer converts it, and another version takes over its
 * controllers.
 */
function withoutVersion(found: FoundProject, gone: ProjectResource): ProjectEdit {
  const edit = startEdit(found);
  removeResource(edit, gone);
  const hub = withoutSpoke(editedProject(edit), gone);
  if (hub !== undefined) putResource(edit, hub);
  const heir = heirOf(editedProject(edit), gone);
  if (heir !== undefined) putResource(edit, heir);
  return edit;
}

/** Returns the hub of a deleted version without that version. */
function withoutSpoke({ resources }: Project, gone: ProjectResource): ProjectResource | undefined {
  const hub = resources.find((each) => isSameKind(each, gone) && each.webhooks?.spoke.includes(gone.version));
  if (hub?.webhooks === undefined) return undefined;
  const { webhooks: existing, ...plain } = hub;
  const spoke = existing.spoke.filter((version) => version !== gone.version);
  const webhooks = { ...existing, conversion: spoke.length > 0, spoke };
  return webhooks.conversion || hasAdmission(hub) ? { ...plain, webhooks } : plain;
}

/** Returns the resource that PROJECT listed before an earlier run, which kept the edited files. */
function leftover({ group, version, kind }: DeleteApiOptions, { project }: FoundProject): ProjectResource {
  return {
    ...defined({ group }),
    domain: project.domain,
    version,
    kind,
    api: { crdVersion: 'v1', namespaced: true },
    controllers: [{}],
    // It may have run Pods of an image, which adds files.
    deployImage: { image: kind.toLowerCase() },
    // Or it had webhooks, whose code needs the types.
    webhooks: { defaulting: true, validation: true, conversion: false, spoke: [] },
  };
}

/**
 * Reports whether files of an unlisted kind remain that belong to its group, because a kind in another group may use
 * the same folder.
 */
function isLeft(environment: Environment, found: FoundProject, resource: ProjectResource): boolean {
  const { host } = environment;
  const { root, project } = found;
  const folder = posix.dirname(typesFile(resource, project));
  const group = host.read(posix.join(root, folder, 'group-version.ts'));
  const quoted = [`'`, `"`, '`'].map((quote) => `${quote}${apiGroupOf(resource)}${quote}`);
  if (group !== undefined && !quoted.some((each) => group.includes(each))) return false;
  return layoutFiles({ ...project, resources: [resource] }, { templates: projectTemplates(environment, found) })
    .filter(({ id }) => scopeOf(id).endsWith(`/${resource.kind}`))
    .some(({ path }) => host.kind(posix.join(root, path)) === 'file');
}

/** Returns the hub of the conversions of a version, which can be the version itself; undefined if it is not converted. */
function hubOf({ resources }: Project, version: ProjectResource): ProjectResource | undefined {
  return resources.find(
    (each) =>
      isSameKind(each, version) &&
      each.webhooks?.conversion === true &&
      (each.version === version.version || each.webhooks.spoke.includes(version.version)),
  );
}

/**
 * Rejects the deletion of a version that remains in the code: without its conversion, the API server would serve it as
 * if it were the same as the others.
 */
function refuseConverted({ kind, version }: ProjectResource, hub: ProjectResource, types: string): never {
  const group = hub.group === undefined ? '' : `--group ${hub.group} `;
  return refuse('edited-version', { kind, version, types, named: `${group}--version ${hub.version} --kind ${kind}` });
}

function refuseUnknown({ project }: FoundProject, resource: ProjectResource): never {
  const known = project.resources.map((each) => `${each.kind} of ${apiGroupOf(each)}/${each.version}`);
  const { kind, version } = resource;
  return refuse('api-not-found', { kind, apiVersion: `${apiGroupOf(resource)}/${version}`, known });
}
