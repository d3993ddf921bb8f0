import { inspect } from 'node:util';
import { causesOf, isError } from '../errors/causes.js';
import type { Result } from './reconciler.js';

/**
 * Reads the result of a reconciler, whose type may not have been checked by the compiler.
 * @throws TypeError if it is not a valid result; an invalid delay would requeue at once, forever
 */
export function readResult(answer: unknown): Result {
  if (answer === undefined || answer === null) return {};
  const { requeueAfter, priority } = answer as Result;
  const isNumber = (value: unknown): boolean => value === undefined || Number.isFinite(value);
  if (typeof answer === 'object' && isNumber(requeueAfter) && isNumber(priority)) return { requeueAfter, priority };
  throw new TypeError(
    `a reconcile must return nothing or { requeueAfter: milliseconds }, but returned ${describe(answer)}`,
  );
}

/** Converts a thrown value to an error, because JavaScript can throw anything. */
export function errorOf(thrown: unknown): Error {
  return isError(thrown) ? thrown : new Error(`the reconcile threw ${describe(thrown)}, which is not an Error`);
}

/** Describes a value. For an object, shows only its keys and the fields of a result, because it may be a Secret. */
function describe(value: unknown): string {
  try {
    return shown(value);
  } catch {
    return 'a value that cannot be shown';
  }
}

function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null) return inspect(value, { maxStringLength: 200 });
  const { requeueAfter, priority } = value as Result;
  const known = Object.entries({ requeueAfter, priority }).filter(([, each]) => each !== undefined);
  if (known.length > 0) return inspect(Object.fromEntries(known), { depth: 0, breakLength: Infinity });
  return Array.isArray(value)
    ? 'a list'
    : `an object with the fields ${Object.keys(value).slice(0, 20).join(', ') || 'none'}`;
}

/** Reports whether an error, or one of its causes, is a `TerminalError`, from this or another copy of the package. */
export function isTerminal(error: unknown): boolean {
  return [...causesOf(error)].some(({ name }) => name === 'TerminalError');
}
