import type { Crd } from '../../base/crd/crd.js';
import { apiGroupOf } from '../../project/project.js';
import type { GoResource } from './project/go-project.js';

type Names = Pick<GoResource, 'group' | 'domain' | 'kind'>;

/**
 * Returns the definition of a kind that PROJECT lists. PROJECT of an old project often lists another group: then it is
 * the only CRD of that kind that does not belong to another entry.
 */
export function definitionFor(entry: Names, entries: readonly Names[], crds: readonly Crd[]): Crd | undefined {
  const alike = crds.filter(({ names }) => names.kind === entry.kind);
  const isOf = (each: Names, { group, names }: Crd): boolean =>
    each.kind === names.kind && apiGroupOf({ ...each }) === group;
  const exact = alike.find((crd) => isOf(entry, crd));
  if (exact !== undefined) return exact;
  const free = alike.filter((crd) => !entries.some((each) => isOf(each, crd)));
  return free.length === 1 ? free[0] : undefined;
}
