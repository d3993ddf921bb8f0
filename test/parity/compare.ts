/** One place where two documents say different things. A side is undefined where it says nothing. */
export interface Difference {
  /** The steps from the root to the place: keys, and indices of lists. */
  readonly path: readonly string[];
  readonly controllerGen: unknown;
  readonly operatorGen: unknown;
}

/**
 * The differences between two parsed documents, each as far down as both have something. Lists of scalars are one value;
 * lists of objects are compared item by item.
 */
export function compare(controllerGen: unknown, operatorGen: unknown, path: readonly string[] = []): Difference[] {
  if (Object.is(controllerGen, operatorGen)) return [];
  const [ours, theirs] = [branches(operatorGen), branches(controllerGen)];
  if (ours === undefined || theirs === undefined || Array.isArray(controllerGen) !== Array.isArray(operatorGen)) {
    return isSame(controllerGen, operatorGen) ? [] : [{ path, controllerGen, operatorGen }];
  }
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].toSorted();
  return keys.flatMap((key) => compare(valueAt(theirs, key), valueAt(ours, key), [...path, key]));
}

/** Whether two JSON values are equal; the order of keys means nothing. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** The path as `docs/differences.md` writes it: a JSON pointer without its first slash. */
export function pathText(path: readonly string[]): string {
  return path.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
}

/** What there is to go down into: an object, or a list of objects. */
function branches(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const isLeaf = Array.isArray(value) && value.some((item) => typeof item !== 'object' || item === null);
  return isLeaf ? undefined : value;
}

function valueAt(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
