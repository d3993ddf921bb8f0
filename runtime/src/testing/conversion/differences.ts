import { isObject, type JsonValue } from '../values/schema.js';

/** Keys and indexes that lead from a value to one of its parts. */
export type Path = readonly (string | number)[];

/** Part that has changed; `before` is undefined if it was added, `after` if it was removed. */
export interface Difference {
  readonly path: Path;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/**
 * Returns where two values differ: the outermost parts that were added or removed, and the innermost parts that were
 * changed.
 */
export function differences(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: Path = [],
): Difference[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, at) => differences(before[at], after[at], [...path, at])).flat();
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const own = (of: typeof before, name: string) => (Object.hasOwn(of, name) ? of[name] : undefined);
    return names.flatMap((name) => differences(own(before, name), own(after, name), [...path, name]));
  }
  return Object.is(before, after) ? [] : [{ path, before, after }];
}

/** A path for people: `spec.ports[0]`, and a key that is not a plain word in brackets and quotes. */
export function printPath(path: Path): string {
  const parts = path.map((part) =>
    typeof part === 'string' && /^[\w$-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`,
  );
  return parts.join('').replace(/^\./, '');
}

/** Formats a path so that all items of a list have the same text. */
export function pathPattern(path: Path): string {
  return printPath(path.map((part) => (typeof part === 'number' ? '*' : part)));
}
