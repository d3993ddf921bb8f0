/** A place in which a schema is used. */
export interface Use {
  /** Names in PascalCase, beginning with the kind. */
  readonly path: readonly string[];
  readonly description: string | undefined;
  /** Whether it is a field, whose description replaces that of its type. */
  readonly isField: boolean;
}

/**
 * Returns the description of the class that a field uses: one of those that items need, or that of all fields if the
 * class is used several times or is part of a kind.
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

/** The name of what belongs to several kinds. */
export const sharedName = 'Shared';

/** The path that a class is named after, and the number of its names that the class has at least. */
export interface NamedAfter {
  readonly path: readonly string[];
  readonly least?: number;
}

/** The paths that classes are named after. Types in a class that is shared are named after its name. */
export class NamedPaths {
  /** By the paths of the first uses, with which those of the fields begin. */
  readonly #paths = new Map<string, readonly string[]>();

  of(uses: readonly Use[], use: Use): NamedAfter {
    const named = pathOfUses(
      uses.map(({ path }) => this.#renamed(path)),
      this.#renamed(use.path),
    );
    this.#paths.set(JSON.stringify(uses[0]!.path), named.path);
    return named;
  }

  /** Returns a path that begins with the path that the innermost class around it is named after. */
  #renamed(path: readonly string[]): readonly string[] {
    for (let length = path.length - 1; length > 1; length -= 1) {
      const around = this.#paths.get(JSON.stringify(path.slice(0, length)));
      if (around !== undefined) return [...around, ...path.slice(length)];
    }
    return path;
  }
}

/** Returns the path that a class is named after: that of its only use, or what all of its uses have in common. */
function pathOfUses(paths: readonly (readonly string[])[], only: readonly string[]): NamedAfter {
  if (paths.length === 1) return { path: only };
  const kinds = [...new Set(paths.map(([kind]) => kind!))];
  // None of the kinds that share a class gives it its name, except as `Thing` does for `Thing` and `ClusterThing`.
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

/** Returns what all lists begin with. */
function commonStart(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = lists;
  const different = first.findIndex((each, index) => others.some((other) => other[index] !== each));
  return different < 0 ? first : first.slice(0, different);
}

function wordsOf(name: string): readonly string[] {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])/);
}
