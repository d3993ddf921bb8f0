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

/** Returns the path that a class is named after: that of its first use, or the words that all last names end with. */
export function pathOfUses(uses: readonly Use[], use: Use): readonly string[] {
  if (uses.length === 1) return use.path;
  const paths = uses.map(({ path }) => path).toSorted((one, other) => one.length - other.length);
  const kinds = [...new Set(paths.map(([kind]) => kind!))];
  // None of the kinds that share a class gives it its name, except as `Thing` does for `Thing` and `ClusterThing`.
  const owner = kinds.find((kind) => kinds.every((each) => each.endsWith(kind))) ?? sharedName;
  const shortest = [owner, ...paths[0]!.slice(1)];
  const words = paths.map((path) => wordsOf(path.at(-1)!));
  const [first, ...others] = words;
  let common = 0;
  while (common < first!.length && others.every((each) => each.at(-1 - common) === first!.at(-1 - common))) common += 1;
  if (shortest.length <= 2 || common === 0) return shortest;
  return [...shortest.slice(0, -1), first!.slice(-common).join('')];
}

function wordsOf(name: string): readonly string[] {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])/);
}
