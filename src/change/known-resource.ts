import { refuse } from '../diagnostics/diagnostic.js';
import { suggest } from '../diagnostics/suggest.js';
import { findResource } from '../project/find-resource.js';
import { isSame } from '../project/project-file.js';
import { apiGroupOf, type Project, type ProjectResource } from '../project/project.js';
import { builtInKinds, builtInResource } from './built-in.js';
import { externalResource } from './external-resource.js';
import type { NamedKind } from './named-kind.js';

/**
 * The kind that a command is about: one that PROJECT lists, one of Kubernetes itself, or one from a package.
 * @throws DiagnosticsError when it is none of these
 */
export async function knownResource(project: Project, named: NamedKind): Promise<ProjectResource> {
  const found = await lookUp(project, named);
  if (found !== undefined) return found;
  const { version, kind } = named;
  const apiVersion = `${apiGroupOf({ ...named, domain: project.domain })}/${version}`;
  const known = project.resources.map((each) => `${each.kind} of ${apiGroupOf(each)}/${each.version}`);
  return refuse('api-not-found', { kind, apiVersion, known });
}

/**
 * As `knownResource`; undefined for a kind that can only be this project's own.
 * @throws DiagnosticsError when it can only be an external kind, and is not
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

/** @throws DiagnosticsError when the group is one of Kubernetes' own */
async function refuseMisspelt(group: string, version: string, kind: string): Promise<void> {
  const kinds = await builtInKinds(group);
  if (kinds.length === 0) return;
  const versionsOf = (all: typeof kinds): readonly string[] => [...new Set(all.map((each) => each.version))];
  const ofVersion = kinds.filter((each) => each.version === version);
  const ofKind = kinds.filter((each) => each.kind === kind);
  refuse('built-in-kind-not-found', {
    kind,
    apiVersion: group === 'core' ? version : `${group}/${version}`,
    versions: versionsOf(ofKind.length > 0 ? ofKind : ofVersion.length > 0 ? [] : kinds),
    suggestion: suggest(
      kind,
      ofVersion.map((each) => each.kind),
    ),
  });
}
