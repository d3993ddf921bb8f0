import type { FoundKind } from './known-kinds.js';

/** The kinds that an expression can stand for. */
export interface FoundKinds {
  readonly kinds: readonly FoundKind[];
  /** Whether it can stand for others as well, which are known only at run time. */
  readonly isOpen: boolean;
  /** The groups of these others, if they are known. */
  readonly groups?: readonly string[];
}

/** Kinds of which nothing is known. */
export const anyKind: FoundKinds = { kinds: [], isOpen: true };

/** Joins what an expression can stand for. @param isOpen whether it can stand for others, of which nothing is known */
export function joinKinds(found: readonly FoundKinds[], isOpen: boolean): FoundKinds {
  const kinds = found.flatMap((each) => each.kinds);
  const open = found.filter((each) => each.isOpen);
  if (isOpen || open.some(({ groups }) => groups === undefined)) return { kinds, isOpen: true };
  if (open.length === 0) return { kinds, isOpen: false };
  return { kinds, isOpen: true, groups: [...new Set(open.flatMap(({ groups = [] }) => groups))] };
}
