import { vi } from 'vitest';

/**
 * Checks again and again until nothing is thrown, and answers what came of it. Between checks it waits twice as long as a check takes:
 * most of them start a kubectl, and would take the processor from the programs that they wait for.
 * @param timeout milliseconds; less than a test has, so that what was wrong is seen
 */
export function eventually<T>(check: () => T | Promise<T>, timeout = 25_000): Promise<T> {
  let next = 0;
  let last: unknown;
  const attempt = async (): Promise<T> => {
    const started = performance.now();
    if (started < next) throw last;
    try {
      return await check();
    } catch (error) {
      const ended = performance.now();
      next = ended + 2 * (ended - started);
      last = error;
      throw error;
    }
  };
  return vi.waitFor(attempt, { timeout, interval: 20 });
}
