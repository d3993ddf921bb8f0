import fc from 'fast-check';
import { installAllFeatures } from '../../src/features.js';

/** The factor by which `npm run test:full`, which sets it, multiplies the number of random cases; undefined in `npm test`. */
const full = process.env['FULL'];

/** Whether every case is tested, as in `npm run test:full`, and not only those for which `npm test` has time. */
export const isFull = full !== undefined;

/**
 * The seed for random cases. It is the same in every run unless the variable SEED is set, so that tests fail because of
 * a change and not by chance; `npm run test:full` chooses a new one.
 */
export const seed = Number(process.env['SEED'] ?? 1);

/** Returns the number of random cases: `few`, or a multiple of it in `npm run test:full`. */
export function runs(few: number): number {
  return isFull ? few * Number(full) : few;
}

/** Returns the first cases of a table, which `npm test` tests; all of them in `npm run test:full`. */
export function firstOf<T extends any[] | [any]>(count: number, cases: readonly T[]): readonly T[];
export function firstOf<T>(count: number, cases: readonly T[]): readonly T[];
export function firstOf<T>(count: number, cases: readonly T[]): readonly T[] {
  return isFull ? cases : cases.slice(0, count);
}

/** Returns the first case of each type in a table, which `npm test` tests; all of them in `npm run test:full`. */
export function oneOfEach<T>(cases: readonly T[], sortOf: (each: T) => string): readonly T[] {
  if (isFull) return cases;
  const first = new Map(cases.toReversed().map((each) => [sortOf(each), each]));
  return cases.filter((each) => first.get(sortOf(each)) === each);
}

// As a setup file of every test: what a process does before its first command, and the same random cases.
installAllFeatures();
fc.configureGlobal({ seed });
