import { randomOf, type Random } from '../fuzz/random.js';
import type { Mutation } from './mutations.js';

/** Returns the part of the code that a file belongs to: a feature, or a folder in a folder. */
export function folderOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  return folders.slice(0, 3).join('/');
}

/**
 * Returns some mutations of each folder, chosen by a seed: as many of each kind as there are, since most are of a few kinds. The
 * first of each folder come first, so that a run that is ended early has something of all of them.
 */
export function sampleOf(mutations: readonly Mutation[], seed: number, perFolder: number): readonly Mutation[] {
  const folders = grouped(mutations, ({ path }) => folderOf(path));
  const chosen = folders.map(([, some], index) => chosenOf(some, randomOf(seed, index), perFolder));
  return inTurns(chosen);
}

function chosenOf(some: readonly Mutation[], random: Random, count: number): readonly Mutation[] {
  const shuffled = shuffle(some, random.below);
  const kinds = grouped(shuffled, familyOf);
  const turns = inTurns(shuffle(kinds, random.below).map(([, each]) => each));
  const chosen: Mutation[] = [];
  for (const each of turns)
    if (chosen.length < count && !chosen.some((other) => overlap(each, other))) chosen.push(each);
  return chosen;
}

/** Returns the kind of a mutation, the same for an operator and its opposite: most operators are rare. */
function familyOf({ kind }: Mutation): string {
  return /^[<>]/.test(kind) ? 'comparison' : /^[+-]/.test(kind) ? 'sum' : kind.split(' to ').toSorted().join(' and ');
}

/** Reports whether two mutations cannot be written into the same text. */
export function overlap(one: Mutation, other: Mutation): boolean {
  return one.path === other.path && one.start < other.end && other.start < one.end;
}

/** Returns what has the same key, by key in alphabetical order. */
export function grouped<T>(
  list: readonly T[],
  keyOf: (each: T) => string,
): readonly (readonly [string, readonly T[]])[] {
  const groups = new Map<string, T[]>();
  for (const each of list) {
    const group = groups.get(keyOf(each));
    if (group === undefined) groups.set(keyOf(each), [each]);
    else group.push(each);
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Returns the first of each list, then the second of each, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

function shuffle<T>(list: readonly T[], below: (limit: number) => number): readonly T[] {
  const shuffled = [...list];
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = below(index + 1);
    [shuffled[index], shuffled[other]] = [shuffled[other]!, shuffled[index]!];
  }
  return shuffled;
}
