import { defined } from '../../../base/model/defined.js';
import type { UsedPermission } from '../../../base/model/permission.js';
import type { FoundKind } from './known-kinds.js';

/** The kinds that an expression can stand for. */
export interface FoundKinds {
  readonly kinds: readonly FoundKind[];
  /** Whether it can also stand for other kinds, which are known only at run time. */
  readonly isOpen: boolean;
  /** The groups of these other kinds, if they are known. */
  readonly groups?: readonly string[];
}

/** Unknown kinds. */
export const anyKind: FoundKinds = { kinds: [], isOpen: true };

/**
 * Merges the kinds that expressions can stand for.
 * @param isOpen whether these can include unknown kinds
 */
export function joinKinds(found: readonly FoundKinds[], isOpen: boolean): FoundKinds {
  const kinds = found.flatMap((each) => each.kinds);
  const open = found.filter((each) => each.isOpen);
  if (isOpen || open.some(({ groups }) => groups === undefined)) return { kinds, isOpen: true };
  if (open.length === 0) return { kinds, isOpen: false };
  return { kinds, isOpen: true, groups: [...new Set(open.flatMap(({ groups = [] }) => groups))] };
}

/** Adds kinds that an expression can also stand for. */
export function withKinds(found: FoundKinds, more: readonly FoundKind[]): FoundKinds {
  return more.length === 0 ? found : { ...found, kinds: [...found.kinds, ...more] };
}

/** The resource of a kind, and the versions in which code names it if all are known. */
export type FoundResource = Pick<UsedPermission, 'group' | 'resource' | 'unlisted' | 'versions'>;

/** Returns the resources of kinds, without duplicates. */
export function resourcesOf(kinds: readonly FoundKind[]): readonly FoundResource[] {
  const nameOf = ({ group, resource }: FoundKind): string => `${group} ${resource}`;
  return [...new Map(kinds.map((each) => [nameOf(each), each])).values()].map((kind) => {
    const { group, resource, unlisted } = kind;
    const versions = kinds.filter((each) => nameOf(each) === nameOf(kind)).map(({ version = '' }) => version);
    return { group, resource, ...defined({ unlisted, versions: versions.includes('') ? undefined : versions }) };
  });
}

/** Returns a resource with a suffix, such as `/status`. Only resources with a suffix differ between the versions of a kind. */
export function withSuffix({ group, resource, unlisted, versions }: FoundResource, suffix: string): FoundResource {
  return {
    group,
    resource: `${resource}${suffix}`,
    ...defined({ unlisted, versions: suffix === '' ? undefined : versions }),
  };
}
