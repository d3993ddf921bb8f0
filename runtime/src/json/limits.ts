/**
 * The most levels that a value may be nested. The API server accepts 10,000; what has more contains itself, or was made to do
 * harm. https://pkg.go.dev/encoding/json#Decoder
 */
export const mostLevels = 100_000;

/** @throws RangeError when a value at this depth is nested too deeply */
export function checkLevel(level: number): void {
  if (level > mostLevels) {
    throw new RangeError(`the value is nested more than ${mostLevels} levels deep, or contains itself`);
  }
}

/** Reports whether an error says that the stack is full, which is what a value that is nested deeply does to recursion. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}
