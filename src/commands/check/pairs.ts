import type { Crd } from '../../compatibility/crd.js';
import { apiGroupOf, type Project } from '../../project/project.js';
import type { Released } from '../../released/definitions.js';

/** A released definition, and the current one; undefined if it was removed. */
export interface Pair {
  readonly old: Crd;
  readonly now: Crd | undefined;
}

/** Pairs definitions by their names, or by their kinds if they have other names. */
export function pairsOf(before: Released, after: Released, { resources }: Project): readonly Pair[] {
  const groups = new Set([...after.crds.map(({ group }) => group), ...resources.map(apiGroupOf)]);
  return before.crds.flatMap((old): readonly Pair[] => {
    const now =
      after.crds.find(({ name }) => name === old.name) ??
      after.crds.find(({ group, names }) => group === old.group && names.kind === old.names.kind);
    // Files can contain the definitions of other operators.
    const isOwn = now !== undefined || (before.isProject && groups.has(old.group));
    return isOwn ? [{ old, now }] : [];
  });
}
