import { median } from '../measure.js';
import type { Program } from './programs.js';

/**
 * Samples of each program, where those of one round belong together: measurements at different times do not compare.
 */
export type Samples<T> = ReadonlyMap<Program['name'], readonly T[]>;

/** Runs all programs alternately in rounds. The first round warms up the API server and is not counted. */
export async function inTurns<T>(
  programs: readonly Program[],
  rounds: number,
  work: (program: Program) => Promise<T>,
): Promise<Samples<T>> {
  const samples = new Map(programs.map(({ name }): [Program['name'], T[]] => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const program of programs) {
      const sample = await work(program);
      if (round > 0) samples.get(program.name)!.push(sample);
    }
  }
  return samples;
}

/** Returns the medians of one number, for a row of the table. */
export function medians<T>(
  samples: Samples<T>,
  number: (sample: T) => number,
): { go: number | undefined; ours: number } {
  const of = (name: Program['name']): number | undefined => {
    const values = samples.get(name);
    return values && median(values.map(number));
  };
  return { go: of('Go'), ours: of('ours') ?? Number.NaN };
}
