/** A place where a schema is used. */
export interface Use {
  /** Names in PascalCase, starting with the kind. */
  readonly path: readonly string[];
  readonly description: string | undefined;
  /** Whether it is a field, whose description replaces that of its type. */
  readonly isField: boolean;
}

/**
 * Returns the description of the class that a field uses: one that items need, or the common description of all fields
 * if the class is used several times or is part of a kind.
 */
export function descriptionForField(uses: readonly Use[], description: string | undefined): string | undefined {
  const ofItems = new Set(uses.filter((each) => !each.isField).map((each) => each.description));
  if (description === undefined || ofItems.has(description)) return description;
  const [first] = ofItems;
  if (ofItems.size > 0) return first;
  const isWithout = uses.some((each) => each.description === undefined);
  const isShared = uses.length > 1 || uses[0]!.path.length === 2;
  const isSame = uses.every((each) => each.description === description);
  return isShared && isSame && !isWithout ? description : undefined;
}

/** The name prefix of types that belong to several kinds. */
export const sharedName = 'Shared';

/** The path from which the name of a class is derived, and the minimum number of its names to use. */
export interface NamedAfter {
  readonly path: readonly string[];
  readonly least?: number;
}

/** The paths from which the names of classes are derived. Types in a shared class are named after that class. */
export class NamedPaths {
  /** By the path of the first use, with which the paths of the fields start. */
  readonly #paths = new Map<string, readonly string[]>();

  of(uses: readonly Use[], use: Use): NamedAfter {
    const named = pathOfUses(
      uses.map(({ path }) => this.#renamed(path)),
      this.#renamed(use.path),
    );
    this.#paths.set(JSON.stringify(uses[0]!.path), named.path);
    return named;
  }

  /** Returns a path that starts with the naming path of the innermost class around it. */
  #renamed(path: readonly string[]): readonly string[] {
    for (let length = path.length - 1; length > 1; length -= 1) {
      const around = this.#paths.get(JSON.stringify(path.slice(0, length)));
      if (around !== undefined) return [...around, ...path.slice(length)];
    }
    return path;
  }
}

/** Returns the path from which the name of a class is derived: that of its only use, or the common part of all uses. */
function pathOfUses(paths: readonly (readonly string[])[], only: readonly string[]): NamedAfter {
  if (paths.length === 1) return { path: only };
  const kinds = [...new Set(paths.map(([kind]) => kind!))];
  // Kinds that share a class do not give it a name, except as `Thing` does for `Thing` and `ClusterThing`.
  const owner = kinds.find((kind) => kinds.every((each) => each.endsWith(kind))) ?? sharedName;
  const [shortest] = paths.toSorted((one, other) => one.length - other.length);
  if (shortest!.length <= 2) return { path: [owner, ...shortest!.slice(1)] };
  const around = commonStart(paths.map((path) => path.slice(1, -1)));
  const words = paths.map((path) => wordsOf(path.at(-1)!));
  const end = commonStart(words.map((each) => each.toReversed())).toReversed();
  if (end.length > 0) return { path: [owner, ...around, end.join('')] };
  // Only the names that follow differ, as in `scaleUp` and `scaleDown`.
  const start = commonStart(words);
  if (start.length > 0) return { path: [owner, ...around, start.join('')], least: 2 };
  const names = [...new Set(paths.map((path) => path.at(-1)!))];
  return names.length === 2 ? { path: [owner, ...around, names.join('Or')] } : { path: [owner, ...shortest!.slice(1)] };
}

/** Returns the common start of all lists. */
function commonStart(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = lists;
  const different = first.findIndex((each, index) => others.some((other) => other[index] !== each));
  return different < 0 ? first : first.slice(0, different);
}

function wordsOf(name: string): readonly string[] {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])/);
}
