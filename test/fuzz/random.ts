/** Random choices that a seed determines. */
export interface Random {
  /** Returns an integer of at least 0 and less than `limit`. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(choices: readonly T[]) => T;
  /** Returns true once in `times`. */
  readonly once: (times: number) => boolean;
}

/** Returns the choices for one case of a run, so that each case can be repeated without those before it. */
export function randomOf(seed: number, index: number): Random {
  let state = Math.imul(seed, 0x9e37_79b1) ^ Math.imul(index + 1, 0x85eb_ca6b);
  const next = (): number => {
    // The mixing steps of MurmurHash3 over a counter.
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85eb_ca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const below = (limit: number): number => Math.floor((next() / 2 ** 32) * limit);
  return { below, pick: (choices) => choices[below(choices.length)]!, once: (times) => below(times) === 0 };
}
