import { posix } from 'node:path';
import { refuse } from '../../diagnostics/diagnostic.js';
import type { Host } from '../../io/host.js';
import { findProject, type FoundProject } from '../../project/find-project.js';
import { findResource } from '../../project/find-resource.js';
import { typesFile } from '../../project/paths.js';
import { isSameKind, parseProject, withoutResource, withResource } from '../../project/project-file.js';
import { apiGroupOf, hasAdmission, type Project, type ProjectResource } from '../../project/project.js';
import { layoutFiles, scopeOf } from '../../layout/layout.js';
import { keepCodeIn } from '../../compiler/code-cache.js';
import { changeProject } from '../../change/change-project.js';
import { heirOf } from '../../change/new-controller.js';
import type { DeleteApiOptions } from './flags.js';
import type { Environment, Outcome } from '../../plan/outcome.js';
import { defined } from '../../model/defined.js';

/** Takes back what `create api` made of a kind in a version, but for what the user has changed since. */
export async function deleteApi(options: DeleteApiOptions, { host, cwd, memory }: Environment): Promise<Outcome> {
  keepCodeIn(memory);
  const found = findProject(host, cwd);
  const { root, project } = found;
  const { version, kind, force } = options;
  const listed = findResource(project, options);
  const resource = listed ?? leftover(options, found);
  if (listed === undefined && !isLeft(host, found, resource)) refuseUnknown(found, resource);
  const made = await changeProject(host, found, {
    ...(listed === undefined
      ? { text: found.text, present: { ...project, resources: [...project.resources, resource] } }
      : { text: withoutVersion(found, listed) }),
    force,
  });
  // Of what PROJECT no longer lists there may be nothing left but what others have as well.
  if (listed === undefined && !made.plan.files.some(({ action }) => action === 'delete'))
    refuseUnknown(found, resource);
  return {
    root,
    ...made,
    summary: `Deleted the kind ${kind} of ${apiGroupOf(resource)}/${version}.`,
    next: [],
  };
}

/** PROJECT without a kind in a version: the hub of its conversions no longer converts it, and its controllers stay with another. */
function withoutVersion(found: FoundProject, gone: ProjectResource): string {
  const rest = parseProject(withoutResource(found, gone));
  const hub = withoutSpoke(rest.project, gone);
  const converted = hub === undefined ? rest : parseProject(withResource(rest, hub));
  const heir = heirOf(converted.project, gone);
  return heir === undefined ? converted.text : withResource(converted, heir);
}

/** The hub of a version that goes, as it is without it. */
function withoutSpoke({ resources }: Project, gone: ProjectResource): ProjectResource | undefined {
  const hub = resources.find((each) => isSameKind(each, gone) && each.webhooks?.spoke.includes(gone.version));
  if (hub?.webhooks === undefined) return undefined;
  const { webhooks: existing, ...plain } = hub;
  const spoke = existing.spoke.filter((version) => version !== gone.version);
  const webhooks = { ...existing, conversion: spoke.length > 0, spoke };
  return webhooks.conversion || hasAdmission(hub) ? { ...plain, webhooks } : plain;
}

/** What PROJECT listed before an earlier run, which kept what the user had changed. */
function leftover({ group, version, kind }: DeleteApiOptions, { project }: FoundProject): ProjectResource {
  return {
    ...defined({ group }),
    domain: project.domain,
    version,
    kind,
    api: { crdVersion: 'v1', namespaced: true },
    controllers: [{}],
    // It may have kept Pods, which is more files.
    deployImage: { image: kind.toLowerCase() },
  };
}

/** Whether there is anything of a kind that PROJECT does not list, and of its group: one of another may have stood there. */
function isLeft(host: Host, { root, project }: FoundProject, resource: ProjectResource): boolean {
  const folder = posix.dirname(typesFile(resource, project));
  const group = host.read(posix.join(root, folder, 'group-version.ts'));
  if (group !== undefined && !group.includes(`'${apiGroupOf(resource)}'`)) return false;
  return layoutFiles({ ...project, resources: [resource] })
    .filter(({ id }) => scopeOf(id).endsWith(`/${resource.kind}`))
    .some(({ path }) => host.kind(posix.join(root, path)) === 'file');
}

function refuseUnknown({ project }: FoundProject, resource: ProjectResource): never {
  const known = project.resources.map((each) => `${each.kind} of ${apiGroupOf(each)}/${each.version}`);
  const { kind, version } = resource;
  return refuse('api-not-found', { kind, apiVersion: `${apiGroupOf(resource)}/${version}`, known });
}
