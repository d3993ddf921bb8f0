import type { ResourceInfo } from '@operator-gen/runtime/api';
import { pluralOf } from '../../../project/plural.js';
import type { ProjectResource } from '../../../project/project.js';
import { builtInFolder, builtInKindsBelow, builtInKindsIn } from '../../../base/io/built-in-kinds.js';

/**
 * Returns a built-in Kubernetes kind as listed in PROJECT, or undefined if there is no kind with that name.
 * @param group in any common form: `core`, `apps`, `rbac`, `rbac.authorization` or `rbac.authorization.k8s.io`
 */
export async function builtInResource(
  group: string,
  version: string,
  kind: string,
): Promise<ProjectResource | undefined> {
  const kinds = ofGroup(await builtInKindsIn(builtInFolder(group), version), group);
  const found = kinds.find((each) => each.kind === kind);
  if (found === undefined) return undefined;
  const short = shortGroup(found);
  return {
    group: short,
    domain: short !== 'core' && short !== found.group ? 'k8s.io' : '',
    version,
    kind,
    ...(found.plural === pluralOf(kind) ? {} : { plural: found.plural }),
    origin: { from: 'core', path: `@operator-gen/runtime/k8s/${builtInFolder(group)}/${version}` },
    controllers: [],
  };
}

/** Returns every kind of a Kubernetes group, in all its versions; none for other groups. */
export async function builtInKinds(group: string): Promise<readonly ResourceInfo[]> {
  return ofGroup(await builtInKindsBelow(builtInFolder(group)), group);
}

/** Returns the kinds whose group a user can refer to by this name. */
function ofGroup(kinds: readonly ResourceInfo[], group: string): readonly ResourceInfo[] {
  const name = group === '' ? 'core' : group;
  return kinds.filter((each) => [builtInFolder(group), shortGroup(each), each.group].includes(name));
}

/** Returns the short form of a group used in PROJECT; the rest is the domain. */
function shortGroup({ group }: ResourceInfo): string {
  return group === '' ? 'core' : group.replace(/\.k8s\.io$/, '');
}
