import { inspect } from 'node:util';
import { causesOf } from '../errors/causes.js';
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
  return [...causesOf(error)].some(({ name }) => name === 'TerminalError');
}
