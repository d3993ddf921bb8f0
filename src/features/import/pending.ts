import { TypeNames } from './names.js';
import type { Declaration } from './source.js';

/** A declaration without a name, and the path from which its name is derived. */
export interface Pending {
  readonly declaration: Declaration;
  readonly path: readonly string[];
  /** The minimum number of words of the path in its name. */
  readonly least?: number;
}

/** Names declarations, the least nested first. */
export function nameDeclarations(pending: readonly Pending[], taken: readonly string[]): void {
  const names = new TypeNames(taken);
  const inOrder = pending.toSorted((one, other) => one.path.length - other.path.length);
  const last = inOrder.map(({ path }) => path.at(-1)!);
  for (const { declaration, path, least = 1 } of inOrder) {
    const isUnique = last.indexOf(path.at(-1)!) === last.lastIndexOf(path.at(-1)!);
    declaration.name = names.take(path, isUnique ? least : 2);
  }
}
