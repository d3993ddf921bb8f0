import { test } from 'vitest';
import { firstOf, isFull } from './seed.js';

/** A test that only `npm run test:full` runs. */
export const full = isFull ? test : test.skip;

/** A table of tests, of which `npm test` runs only the first ones, and `npm run test:full` all. */
export function few(count: number): Pick<typeof test, 'each'> {
  const { each } = test;
  return { each: ((cases: readonly unknown[]) => each.call(test, firstOf(count, cases) as never)) as typeof each };
}
