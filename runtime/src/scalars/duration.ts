import type { Duration } from '../api/scalars.js';
import { invalidValue } from '../errors/invalid-value-error.js';
import { goDuration } from '../validation/values/go-duration.js';

/**
 * Parses a duration in the notation of Go and the Kubernetes API, such as `1h30m`, `1.5s` or `0`, and returns
 * milliseconds, for `requeueAfter` and timers; fractions are nanoseconds. The result is the number that is closest to
 * the duration. See https://pkg.go.dev/time#ParseDuration
 * @throws InvalidValueError if the text is not a valid duration, such as a number without a unit, or exceeds 64 bits of
 * nanoseconds, which are 292 years. In a webhook, the error denies the request with code 422
 */
export function parseDuration(text: Duration): number {
  return Number(`${parseNanoseconds(text)}e-6`);
}

/**
 * Parses a duration like {@link parseDuration}, and returns exact nanoseconds.
 * @throws InvalidValueError if the text is not a valid duration
 */
export function parseNanoseconds(text: Duration): bigint {
  const nanoseconds = readDuration(text);
  if (nanoseconds !== undefined) return nanoseconds;
  const rule = 'a duration: write numbers and their units, such as 1h30m or 500ms, of at most 292 years in total';
  throw invalidValue(text, rule);
}

/** Reports whether a value is a duration that {@link parseDuration} accepts. */
export function isDuration(value: unknown): value is Duration {
  return readDuration(value) !== undefined;
}

function readDuration(value: unknown): bigint | undefined {
  return typeof value === 'string' ? goDuration(value) : undefined;
}

/**
 * Formats milliseconds as the API server writes a duration, such as `1h30m0s`, `1.5s` or `0s`. Rounds to nanoseconds.
 * @throws TypeError if it is not a number
 * @throws RangeError if the duration is not finite, or exceeds 64 bits of nanoseconds
 */
export function formatDuration(milliseconds: number): Duration {
  if (typeof milliseconds !== 'number') throw invalidValue(milliseconds, 'a number of milliseconds');
  if (!Number.isFinite(milliseconds)) throw new RangeError(`${milliseconds} ms is not a duration`);
  // In two parts, because the nanoseconds of more than 104 days exceed the exact integers of a number.
  const whole = Math.trunc(milliseconds);
  return formatNanoseconds(BigInt(whole) * 1_000_000n + BigInt(Math.round((milliseconds - whole) * 1e6)));
}

/**
 * Formats nanoseconds like {@link formatDuration}. See https://pkg.go.dev/time#Duration.String
 * @throws TypeError if it is not a bigint
 * @throws RangeError if the duration exceeds 64 bits
 */
export function formatNanoseconds(nanoseconds: bigint): Duration {
  if (typeof nanoseconds !== 'bigint') throw invalidValue(nanoseconds, 'a bigint of nanoseconds');
  if (BigInt.asIntN(64, nanoseconds) !== nanoseconds) throw new RangeError(`${nanoseconds} ns exceeds 64 bits`);
  if (nanoseconds === 0n) return '0s';
  return nanoseconds < 0n ? `-${textOf(-nanoseconds)}` : textOf(nanoseconds);
}

function textOf(nanoseconds: bigint): string {
  if (nanoseconds < 1_000n) return `${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${decimal(nanoseconds, 3)}µs`;
  if (nanoseconds < 1_000_000_000n) return `${decimal(nanoseconds, 6)}ms`;
  const [minutes, rest] = [nanoseconds / 60_000_000_000n, nanoseconds % 60_000_000_000n];
  const seconds = `${decimal(rest, 9)}s`;
  if (minutes === 0n) return seconds;
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** Formats a number whose last digits are a fraction, without trailing zeros. */
function decimal(value: bigint, places: number): string {
  const digits = String(value).padStart(places + 1, '0');
  let end = digits.length;
  const point = end - places;
  while (end > point && digits[end - 1] === '0') end -= 1;
  return `${digits.slice(0, point)}${end === point ? '' : `.${digits.slice(point, end)}`}`;
}
