import { refuse } from '../../../base/diagnostics/diagnostic.js';
import { suggest } from '../../../base/diagnostics/suggest.js';
import { findResource } from '../../../project/find-resource.js';
import { apiGroupOf, type Project, type ProjectResource, isSame } from '../../../project/project.js';
import { builtInKinds, builtInResource } from './built-in.js';
import { externalResource } from './external-resource.js';
import type { NamedKind } from './named-kind.js';

/**
 * Returns the kind that a command refers to: one listed in PROJECT, a built-in one, or one from a package.
 * @throws DiagnosticsError when it is none of these
 */
export async function knownResource(project: Project, named: NamedKind): Promise<ProjectResource> {
  const found = await lookUp(project, named);
  if (found !== undefined) return found;
  return refuseKind(project, named);
}

/**
 * Rejects a kind that `knownResource` rejects in every version.
 * @throws DiagnosticsError when no version of the kind is known
 */
export async function refuseUnknownKind(project: Project, named: Omit<NamedKind, 'version'>): Promise<void> {
  const { group, kind, externalApiPackage } = named;
  if (externalApiPackage !== undefined) return;
  if (project.resources.some(({ version }) => findResource(project, { ...named, version }) !== undefined)) return;
  if (group !== undefined) {
    const builtIn = await builtInKinds(group);
    if (builtIn.some((each) => each.kind === kind)) return;
    const isOurs = project.resources.some((each) => each.origin === undefined && each.group === group);
    if (!isOurs) await refuseMisspelt(group, undefined, kind);
  }
  refuseKind(project, named);
}

function refuseKind(project: Project, named: Omit<NamedKind, 'version'> & { readonly version?: string }): never {
  const { version, kind } = named;
  const apiVersion = [apiGroupOf({ ...named, domain: project.domain }), version].filter(Boolean).join('/');
  const known = project.resources.map((each) => `${each.kind} of ${apiGroupOf(each)}/${each.version}`);
  return refuse('api-not-found', { kind, apiVersion, known });
}

/**
 * Like `knownResource`; undefined for a kind that can only be declared in this project.
 * @throws DiagnosticsError when it can only be an external kind, but does not exist
 */
export async function lookUp(project: Project, named: NamedKind): Promise<ProjectResource | undefined> {
  const { group, version, kind, externalApiPackage: path } = named;
  if (path !== undefined) {
    const external = externalResource(named, path);
    const there = project.resources.find((each) => isSame(each, external));
    if (there !== undefined && there.origin?.from !== 'external')
      refuse('conflicting-types-source', { kind, owner: 'this project', ours: true });
    return there ?? external;
  }
  const listed = findResource(project, named);
  if (listed !== undefined) return listed;
  if (group === undefined) return undefined;
  const builtIn = await builtInResource(group, version, kind);
  if (builtIn !== undefined) return findResource(project, builtIn) ?? builtIn;
  const isOurs = project.resources.some((each) => each.origin === undefined && each.group === group);
  if (!isOurs) await refuseMisspelt(group, version, kind);
  return undefined;
}

/**
 * Rejects a kind of a built-in group if its name is misspelled, or no version of the group has it.
 * @throws DiagnosticsError when the group is built in
 */
async function refuseMisspelt(group: string, version: string | undefined, kind: string): Promise<void> {
  const kinds = await builtInKinds(group);
  if (kinds.length === 0) return;
  const versionsOf = (all: typeof kinds): readonly string[] => [...new Set(all.map((each) => each.version))];
  const ofVersion = kinds.filter((each) => version === undefined || each.version === version);
  const ofKind = kinds.filter((each) => each.kind === kind);
  refuse('built-in-kind-not-found', {
    kind,
    apiVersion: version === undefined ? group : group === 'core' ? version : `${group}/${version}`,
    versions: versionsOf(ofKind.length > 0 ? ofKind : ofVersion.length > 0 ? [] : kinds),
    suggestion: suggest(
      kind,
      ofVersion.map((each) => each.kind),
    ),
  });
}
