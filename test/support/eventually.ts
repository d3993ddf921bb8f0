import { vi } from 'vitest';

/**
 * Repeats a check until nothing is thrown, and returns its result.
 * @param timeout milliseconds; less than the time limit of a test, so that the last error is reported
 */
export function eventually<T>(check: () => T | Promise<T>, timeout = 25_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 20 });
}
