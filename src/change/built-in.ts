import { existsSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import type { ResourceInfo } from '@operator-gen/runtime/api';
import { pluralOf } from '../project/plural.js';
import type { ProjectResource } from '../project/project.js';
import { builtInKindsIn } from '../io/built-in-kinds.js';
import { runtimeDeclarations } from '../io/runtime-declarations.js';

/**
 * Returns a built-in Kubernetes kind as listed in PROJECT, or undefined if there is none of that name.
 * @param group in any common form: `core`, `apps`, `rbac`, `rbac.authorization` or `rbac.authorization.k8s.io`
 */
export async function builtInResource(
  group: string,
  version: string,
  kind: string,
): Promise<ProjectResource | undefined> {
  const kinds = await kindsOf(group, version);
  const found = kinds.find((each) => each.kind === kind);
  if (found === undefined) return undefined;
  const short = shortGroup(found);
  return {
    group: short,
    domain: short !== 'core' && short !== found.group ? 'k8s.io' : '',
    version,
    kind,
    ...(found.plural === pluralOf(kind) ? {} : { plural: found.plural }),
    origin: { from: 'core', path: `@operator-gen/runtime/k8s/${folderOf(group)}/${version}` },
    controllers: [],
  };
}

/** Returns every kind of a Kubernetes group, in all its versions; none for other groups. */
export async function builtInKinds(group: string): Promise<readonly ResourceInfo[]> {
  const folder = posix.join(runtimeDeclarations(), 'k8s', folderOf(group));
  if (!/^[a-z]+$/.test(folderOf(group)) || !existsSync(folder)) return [];
  const versions = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.slice(0, -'.js'.length));
  return (await Promise.all(versions.map((version) => kindsOf(group, version)))).flat();
}

async function kindsOf(group: string, version: string): Promise<readonly ResourceInfo[]> {
  const folder = folderOf(group);
  const kinds = await builtInKindsIn(folder, version);
  return kinds.filter((each) => [folder, shortGroup(each), each.group].includes(group === '' ? 'core' : group));
}

/** Returns the runtime's folder for a group, named after the first part of the group. */
function folderOf(group: string): string {
  return group === '' ? 'core' : group.split('.', 1)[0]!;
}

/** Returns the short form of a group used in PROJECT; the rest is the domain. */
function shortGroup({ group }: ResourceInfo): string {
  return group === '' ? 'core' : group.replace(/\.k8s\.io$/, '');
}
