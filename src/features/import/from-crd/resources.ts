import type { Crd, CrdVersion } from '../../../base/crd/crd.js';
import { irregularPlural } from '../../../project/plural.js';
import { defined } from '../../../base/model/defined.js';
import { apiGroupOf, isSameKind, type Project, type ProjectResource } from '../../../project/project.js';
import type { Selected } from './select.js';

/** A version of a kind, and its entry in PROJECT without a controller. */
export interface Wanted {
  readonly crd: Crd;
  readonly version: CrdVersion;
  readonly resource: ProjectResource;
  /** Whether the project has other versions of the kind, none of which the CRD contains. */
  readonly hasOthers?: boolean;
}

/** Returns the entries of PROJECT for the versions in CRDs. */
export function wantedResources(
  project: Project,
  selected: readonly Selected[],
  isExternal: boolean,
): readonly Wanted[] {
  const groups = [...new Set(selected.map(({ crd }) => crd.group))];
  const names = groupNames(project, groups);
  return selected.flatMap(({ crd, versions }) =>
    versions.map((version) => {
      const resource = resourceOf(names.get(crd.group)!, crd, version, isExternal);
      return { crd, version, resource, hasOthers: hasOthers(project, crd, resource) };
    }),
  );
}

function hasOthers(project: Project, crd: Crd, resource: ProjectResource): boolean {
  const known = new Set(crd.versions.map(({ name }) => name));
  return project.resources.some(
    (each) => each.api !== undefined && isSameKind(each, resource) && !known.has(each.version),
  );
}

type GroupNames = Pick<ProjectResource, 'group' | 'domain'>;

/** Returns the groups and domains of API groups: those of the project, or some whose folders no other API group uses. */
function groupNames(project: Project, groups: readonly string[]): ReadonlyMap<string, GroupNames> {
  const names = new Map<string, GroupNames>();
  const known = (apiGroup: string): GroupNames | undefined =>
    project.resources.find((each) => each.origin === undefined && apiGroupOf(each) === apiGroup);
  const isFree = ({ group }: GroupNames, apiGroup: string): boolean =>
    [...project.resources, ...names.values()].every((each) => each.group !== group || apiGroupOf(each) === apiGroup);
  for (const apiGroup of groups.toSorted((one, other) => one.length - other.length)) {
    const there = known(apiGroup);
    const choices = [groupAndDomain(project, apiGroup), ...splits(apiGroup)];
    const found = choices.find((each) => !project.multigroup || isFree(each, apiGroup)) ?? choices[0]!;
    names.set(apiGroup, there === undefined ? found : { ...defined({ group: there.group }), domain: there.domain });
  }
  return names;
}

/** Returns an API group, split after each of its parts. */
function splits(apiGroup: string): readonly GroupNames[] {
  const parts = apiGroup.split('.');
  return parts.map((_, index) => ({
    group: parts.slice(0, index + 1).join('.'),
    domain: parts.slice(index + 1).join('.'),
  }));
}

function resourceOf(names: GroupNames, crd: Crd, version: CrdVersion, isExternal: boolean): ProjectResource {
  const { kind, plural } = crd.names;
  return {
    ...names,
    version: version.name,
    kind,
    ...irregularPlural({ kind, plural }),
    ...(isExternal
      ? {
          origin: {
            from: 'external',
            path: `./${externalFolder(crd.group, version.name)}/${kind.toLowerCase()}.types.ts`,
          },
        }
      : { api: { crdVersion: 'v1', namespaced: crd.scope !== 'Cluster' } }),
    controllers: [],
  };
}

/** Returns the folder of the types of an external kind. */
export function externalFolder(group: string, version: string): string {
  return `src/external/${group}/${version}`;
}

/** Splits an API group: at the domain of the project, or after its first part. */
function groupAndDomain({ domain }: Project, apiGroup: string): GroupNames {
  if (apiGroup === domain) return { domain };
  if (apiGroup.endsWith(`.${domain}`)) return { group: apiGroup.slice(0, -domain.length - 1), domain };
  const dot = apiGroup.indexOf('.');
  return dot < 0 ? { group: apiGroup, domain: '' } : { group: apiGroup.slice(0, dot), domain: apiGroup.slice(dot + 1) };
}
