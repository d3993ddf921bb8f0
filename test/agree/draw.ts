import fc from 'fast-check';
import { installAllFeatures } from '../../src/features.js';

installAllFeatures();

/** Random choices of one case, which fast-check makes. */
export interface Draw {
  readonly one: <T>(values: readonly T[]) => T;
  /** Reports whether something that happens so often, in percent, happens now. */
  readonly chance: (percent: number) => boolean;
  /** Returns a whole number between 0 and `most`. */
  readonly upTo: (most: number) => number;
}

/** Sources of random choices, each with others. Small numbers are not more likely than others, as they are by default. */
export const draws: fc.Arbitrary<Draw> = fc.noBias(fc.gen()).map((generate) => {
  const upTo = (most: number): number => generate(fc.nat, most);
  return { one: (values) => values[upTo(values.length - 1)]!, chance: (percent) => upTo(99) < percent, upTo };
});

/** Returns between `least` and `most` different values of a list. */
export function several<T>(draw: Draw, values: readonly T[], least: number, most: number): T[] {
  const left = [...values];
  const count = least + draw.upTo(Math.min(most, values.length) - least);
  return Array.from({ length: count }, () => left.splice(draw.upTo(left.length - 1), 1)[0]!);
}

/** Returns `count` results of a function that can fail. */
export function attempt<T>(times: number, make: () => T | undefined): T | undefined {
  for (let left = times; left > 0; left -= 1) {
    const made = make();
    if (made !== undefined) return made;
  }
  return undefined;
}
