/**
 * Whether what was thrown is what Go would call a panic: a mistake in the code, not a fault of the world. Those are the errors
 * that the engine itself throws, such as the use of a property of undefined, and whatever is not an Error at all.
 */
export function isPanic(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return true;
  // fetch throws a TypeError when a connection is lost; that one has a cause, the engine's own have none.
  if (thrown.cause !== undefined) return false;
  return thrown instanceof TypeError || thrown instanceof ReferenceError || thrown instanceof RangeError;
}
