import { inspect } from 'node:util';
import { causesOf } from '../errors/causes.js';
import type { Result } from './reconciler.js';

/**
 * Reads what a reconciler has answered, which the compiler has checked only where there was one.
 * @throws TypeError when it is not a result; trying again at a time that is none would be at once, for ever
 */
export function readResult(answer: unknown): Result {
  if (answer === undefined || answer === null) return {};
  const { requeueAfter, priority } = answer as Result;
  const isNumber = (value: unknown): boolean => value === undefined || Number.isFinite(value);
  if (typeof answer === 'object' && isNumber(requeueAfter) && isNumber(priority)) return { requeueAfter, priority };
  throw new TypeError(
    `a reconcile has to return nothing or { requeueAfter: milliseconds }: it returned ${describe(answer)}`,
  );
}

/** What was thrown, as an error: JavaScript can throw anything. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`the reconcile threw ${describe(thrown)}, which is not an Error`);
}

/** What a value is. Of an object only its fields and the plain ones of a result: it may be a Secret that was returned. */
function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return inspect(value, { maxStringLength: 200 });
  const { requeueAfter, priority } = value as Result;
  const known = Object.entries({ requeueAfter, priority }).filter(([, each]) => each !== undefined);
  if (known.length > 0) return inspect(Object.fromEntries(known), { depth: 0, breakLength: Infinity });
  return Array.isArray(value)
    ? 'a list'
    : `an object with the fields ${Object.keys(value).slice(0, 20).join(', ') || 'none'}`;
}

/** Whether an error, or one that caused it, is a `TerminalError`, of this copy of the package or of another. */
export function isTerminal(error: unknown): boolean {
  return [...causesOf(error)].some(({ name }) => name === 'TerminalError');
}
