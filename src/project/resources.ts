import { shellLine } from '../base/diagnostics/shell-line.js';
import type { Project, ProjectResource } from './project.js';

/** Returns the resources whose types are declared in this project. */
export function withTypes({ resources }: Project): readonly ProjectResource[] {
  return resources.filter(({ api }) => api !== undefined);
}

/** Returns the hub versions, through which the other versions of their kinds are converted. */
export function hubs(project: Project): readonly ProjectResource[] {
  return withTypes(project).filter((each) => spokesOf(each).length > 0);
}

/** Returns the versions that are converted to this one, if it is a hub. */
export function spokesOf({ webhooks }: ProjectResource): readonly string[] {
  return webhooks?.conversion ? webhooks.spoke : [];
}

/** Returns the storage version of the versions of a kind: the hub of the conversions, or the version that was created first. */
export function storageVersionOf(versions: readonly ProjectResource[]): ProjectResource | undefined {
  return versions.find(({ webhooks }) => webhooks?.conversion) ?? versions[0];
}

/** Reports whether a resource has webhooks of any type. */
export function hasWebhook({ webhooks }: ProjectResource): boolean {
  return webhooks !== undefined;
}

/** Returns the command that lets a version be the hub of conversions from others. */
export function creatingConversion(hub: ProjectResource, spokes: readonly string[]): string {
  return shellLine([
    'npx',
    'operator-gen',
    'create',
    'webhook',
    ...named(hub),
    '--conversion',
    '--spoke',
    spokes.join(','),
  ]);
}

/** Returns the command that deletes one type of webhook. @param flag of that type */
export function deletingWebhook(resource: ProjectResource, flag: string): string {
  return shellLine(['npx', 'operator-gen', 'delete', 'webhook', ...named(resource), flag]);
}

/** Returns the commands that make another version the hub of the conversions of a kind. */
export function movingHub(hub: ProjectResource, version: string): string {
  const others = spokesOf(hub).filter((each) => each !== version);
  return `${deletingWebhook(hub, '--conversion')}, then ${creatingConversion({ ...hub, version }, [hub.version, ...others])}`;
}

function named({ group, version, kind }: ProjectResource): readonly string[] {
  return [...(group === undefined ? [] : ['--group', group]), '--version', version, '--kind', kind];
}
