import { causesOf } from '../errors/causes.js';

/** Error for an answer or a line that exceeds its size limit. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';

  /** @param what is too large, such as `the answer` */
  constructor(what: string, most: number) {
    super(`${what} is larger than ${most.toLocaleString('en-US')} bytes`);
  }
}

/** Reports whether an error is, or was caused by, an answer or a line that is too large. */
export function isTooLarge(error: unknown): boolean {
  for (const each of causesOf(error)) if (each instanceof TooLargeError) return true;
  return false;
}
