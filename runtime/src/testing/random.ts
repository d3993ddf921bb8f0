/** Pseudorandom numbers that are the same for the same seed on every machine. */
export interface Random {
  /** Returns a number of at least 0 and less than 1. */
  next(): number;
  /** Returns an integer of at least 0 and less than `below`. */
  below(below: number): number;
  /**
   * Returns one of the elements.
   * @throws RangeError if there are none
   */
  pick<T>(from: readonly T[]): T;
}

/** Creates a Mulberry32 generator, whose 32 bits of state are sufficient for tests. */
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
