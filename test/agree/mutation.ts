import { attempt, type Draw } from './draw.js';

/** One way to make data probably invalid. */
export interface Mutation<T> {
  /** The part of the rules that it is about, such as `names`. */
  readonly about: string;
  readonly name: string;
  /** Changes the data; returns false if there is nothing that it can change. */
  readonly apply: (draw: Draw, data: T) => boolean;
}

/** Applies one of some mutations, and returns its name. */
export function mutate<T>(draw: Draw, data: T, mutations: readonly Mutation<T>[]): string | undefined {
  return attempt(30, () => {
    const { about, name, apply } = draw.one(mutations);
    return applies(() => apply(draw, data)) ? `${about}: ${name}` : undefined;
  });
}

/** A mutation cannot be applied where an earlier one has taken away what it changes. */
function applies(apply: () => boolean): boolean {
  try {
    return apply();
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Returns the mutation that does something to one of the parts that `find` returns. */
export function mutationOf<T, P>(
  find: (data: T) => readonly P[],
): (about: string, name: string, change: (part: P, draw: Draw, data: T) => unknown) => Mutation<T> {
  return (about, name, change) => ({
    about,
    name,
    apply: (draw, data) => {
      const parts = find(data);
      if (parts.length === 0) return false;
      return change(draw.one(parts), draw, data) !== false;
    },
  });
}
