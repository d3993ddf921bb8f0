/** Numbers that look random and are the same for the same seed, on every machine. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number, at least 0 and less than `below`. */
  below(below: number): number;
  /** @throws RangeError when there is nothing to pick from */
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32: 32 bits of state are enough for tests. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (from) => {
      if (from.length === 0) throw new RangeError('there is nothing to pick from');
      return from[below(from.length)]!;
    },
  };
}
