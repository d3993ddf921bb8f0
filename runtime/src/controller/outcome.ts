import { inspect } from 'node:util';
import type { Result } from './reconciler.js';

/**
 * Reads what a reconciler has answered, which the compiler has checked only where there was one.
 * @throws TypeError when it is no result; trying again at a time that is none would be at once, for ever
 */
export function readResult(answer: unknown): Result {
  if (answer === undefined || answer === null) return {};
  const { requeueAfter, priority } = answer as Result;
  const isNumber = (value: unknown): boolean => value === undefined || Number.isFinite(value);
  if (typeof answer === 'object' && isNumber(requeueAfter) && isNumber(priority)) return { requeueAfter, priority };
  const text = inspect(answer, { depth: 1, breakLength: Infinity }).slice(0, 200);
  throw new TypeError(`a reconcile has to return nothing or { requeueAfter: milliseconds }: it returned ${text}`);
}

/** What was thrown, as an error: JavaScript can throw anything. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`the reconcile threw ${inspect(thrown)}, which is no Error`);
}

/** Whether an error, or one that caused it, is a `TerminalError`, of this copy of the package or of another. */
export function isTerminal(error: unknown): boolean {
  const seen = new Set<unknown>();
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    if (each.name === 'TerminalError') return true;
    seen.add(each);
  }
  return false;
}

/**
 * Whether what was thrown is what Go would call a panic: a mistake in the code, not a fault of the world. Those are the errors
 * that the engine itself throws, such as the use of a property of undefined, and whatever is no Error at all.
 */
export function isPanic(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return true;
  // fetch throws a TypeError when a connection is lost; that one has a cause, the engine's own have none.
  if (thrown.cause !== undefined) return false;
  return thrown instanceof TypeError || thrown instanceof ReferenceError || thrown instanceof RangeError;
}
