/**
 * Maximum nesting depth of a value. The API server accepts 10,000; a deeper value contains itself or is malicious.
 * See https://pkg.go.dev/encoding/json#Decoder
 */
export const mostLevels = 100_000;

/** @throws RangeError if the value is nested too deeply */
export function checkLevel(level: number): void {
  if (level > mostLevels) {
    throw new RangeError(`the value is nested more than ${mostLevels} levels deep, or contains itself`);
  }
}

/** Reports whether an error is a stack overflow, which deeply nested values cause in recursive functions. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}
