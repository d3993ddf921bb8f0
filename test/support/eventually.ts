import { vi } from 'vitest';

/**
 * Checks again and again until nothing is thrown, and answers what came of it.
 * @param timeout milliseconds; less than a test has, so that what was wrong is seen
 */
export function eventually<T>(check: () => T | Promise<T>, timeout = 25_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 20 });
}
