import fc from 'fast-check';
import { installAllFeatures } from '../../src/features.js';

/** How many times as many random cases there are as in `npm test`; undefined there. `npm run test:full` sets it. */
const full = process.env['FULL'];

/** Whether every case is tried, as in `npm run test:full`, and not only what `npm test` has time for. */
export const isFull = full !== undefined;

/**
 * What tests with random cases draw from. The same in every run unless the variable SEED says another, so that the tests fail
 * for a change and not by chance; `npm run test:full` draws a new one.
 */
export const seed = Number(process.env['SEED'] ?? 1);

/** The number of random cases: `few`, and many times as many in `npm run test:full`. */
export function runs(few: number): number {
  return isFull ? few * Number(full) : few;
}

/** The first cases of a table, which `npm test` tries; all of them in `npm run test:full`. */
export function firstOf<T extends any[] | [any]>(count: number, cases: readonly T[]): readonly T[];
export function firstOf<T>(count: number, cases: readonly T[]): readonly T[];
export function firstOf<T>(count: number, cases: readonly T[]): readonly T[] {
  return isFull ? cases : cases.slice(0, count);
}

/** The first case of each sort in a table, which `npm test` tries; all of them in `npm run test:full`. */
export function oneOfEach<T>(cases: readonly T[], sortOf: (each: T) => string): readonly T[] {
  if (isFull) return cases;
  const first = new Map(cases.toReversed().map((each) => [sortOf(each), each]));
  return cases.filter((each) => first.get(sortOf(each)) === each);
}

// As a setup file of every test: what a process does before its first command, and the same random cases.
installAllFeatures();
fc.configureGlobal({ seed });
