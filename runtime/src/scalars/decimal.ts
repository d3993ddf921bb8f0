import { InvalidValueError } from '../errors/invalid-value-error.js';

/**
 * Maximum difference of exponents when amounts are converted, in digits: a text of a few characters, such as
 * `1e999999999`, can stand for a number of gigabytes.
 */
export const longestShift = 10_000;

/** Returns the absolute value. */
export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** Returns -1, 0 or 1. */
export const signOf = (value: bigint): -1 | 0 | 1 => (value === 0n ? 0 : value < 0n ? -1 : 1);

/**
 * Returns the exponent of a power of ten that exceeds the absolute value by a factor of at most 1,000. Counting decimal
 * digits takes more than linear time.
 */
const powerAbove = (value: bigint): number => Math.ceil(magnitude(value).toString(16).length * Math.log10(16));

/** Returns a power of ten. */
export const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

/** Multiplies by a power of ten. @throws InvalidValueError if the result would be too large for computations */
export function multiplyByTens(value: bigint, power: number): bigint {
  if (value === 0n || power === 0) return value;
  if (power > longestShift) throw new InvalidValueError(`the result would have more than ${longestShift} digits`);
  return value * powerOfTen(power);
}

/** Divides by a power of ten, and rounds away from zero. */
export function divideAwayFromZero(value: bigint, power: number): bigint {
  if (power > powerAbove(value)) return BigInt(signOf(value));
  const divisor = powerOfTen(power);
  return value / divisor + (value % divisor === 0n ? 0n : BigInt(signOf(value)));
}

/** Returns the digits of a number with its sign and without trailing zeros, and the number of trailing zeros. */
export function withoutZeros(value: bigint): { readonly digits: string; readonly zeros: number } {
  const text = String(value);
  let end = text.length;
  while (end > 1 && text[end - 1] === '0') end -= 1;
  return { digits: text.slice(0, end), zeros: text.length - end };
}

/** Compares `one` × 10^`exponentOfOne` with `other` × 10^`exponentOfOther`, without large intermediate results. */
export function compareDecimals(
  one: bigint,
  exponentOfOne: number,
  other: bigint,
  exponentOfOther: number,
): -1 | 0 | 1 {
  const sign = signOf(one);
  if (sign === 0 || sign !== signOf(other)) return signOf(BigInt(sign - signOf(other)));
  const difference = exponentOfOne - exponentOfOther;
  if (difference < 0) return compareDecimals(-other, exponentOfOther, -one, exponentOfOne);
  const sizes = powerAbove(one) + difference - powerAbove(other);
  if (Math.abs(sizes) > 2) return sizes > 0 === sign > 0 ? 1 : -1;
  return signOf(one * powerOfTen(difference) - other);
}
