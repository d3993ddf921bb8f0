import fc from 'fast-check';

/**
 * What tests with random cases draw from. The same in every run unless the variable SEED says another, so that the tests fail
 * for a change and not by chance; `npm run hunt` draws new ones.
 */
export const seed = Number(process.env['SEED'] ?? 1);

/** The number of random cases: `few` in CI, and what the variable RUNS says where `npm run hunt` looks for more. */
export function runs(few: number): number {
  return Number(process.env['RUNS'] ?? few);
}

/** Whether every case is tried, and not only the share of CI. */
export const triesAll = process.env['RUNS'] !== undefined;

/** Whether a case is in the share that CI tries, one of so many; with the variable RUNS, every case is. */
export function inShare(index: number, of: number): boolean {
  return triesAll || index % of === seed % of;
}

// As a setup file of every test.
fc.configureGlobal({ seed });
