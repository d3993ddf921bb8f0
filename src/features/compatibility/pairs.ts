import type { Crd } from '../../base/crd/crd.js';
import { apiGroupOf, type Project } from '../../project/project.js';
import { kindKey, type Released } from '../released/definitions.js';

/** A released definition, and the current one; undefined if it was removed. */
export interface Pair {
  readonly old: Crd;
  readonly now: Crd | undefined;
}

/** Pairs CRDs by name, or by kind if they were renamed. */
export function pairsOf(before: Released, after: Released, { resources }: Project): readonly Pair[] {
  const groups = new Set([...after.crds.map(({ group }) => group), ...resources.map(apiGroupOf)]);
  return before.crds.flatMap((old): readonly Pair[] => {
    const now =
      after.crds.find(({ name }) => name === old.name) ??
      after.crds.find(({ group, names }) => group === old.group && names.kind === old.names.kind);
    return now !== undefined || isOwn(old, before, groups) ? [{ old, now }] : [];
  });
}

/** Reports whether a CRD belonged to the project: files can contain those of other operators. */
function isOwn({ group, names }: Crd, { isProject, kinds }: Released, groups: ReadonlySet<string>): boolean {
  if (!isProject) return false;
  return kinds === undefined || kinds.has(kindKey(group, names.kind)) || groups.has(group);
}
