import { isError } from './causes.js';
import { InvalidValueError } from './invalid-value-error.js';

/**
 * Reports whether a thrown value corresponds to a panic in Go: a bug in the code, not an external failure. These are
 * the errors that the engine itself throws, such as for a property of undefined, and any value that is not an Error.
 */
export function isPanic(thrown: unknown): boolean {
  if (!isError(thrown)) return true;
  // fetch throws a TypeError if a connection is lost; it has a cause, but the engine's own errors have none.
  if (thrown.cause !== undefined) return false;
  // Caused by a value that a user wrote.
  if (thrown instanceof InvalidValueError) return false;
  return thrown instanceof TypeError || thrown instanceof ReferenceError || thrown instanceof RangeError;
}
