import type { Quantity } from '../api/scalars.js';
import { invalidValue } from '../errors/invalid-value-error.js';
import { compareDecimals, divideAwayFromZero, multiplyByTens, signOf } from './decimal.js';
import { readQuantity, toNano, writeQuantity, type ParsedQuantity, type QuantityFormat } from './quantity-text.js';

/** A quantity as objects contain it, or the result of a computation with quantities. */
export type AnyQuantity = Quantity | ParsedQuantity;

/**
 * Parses a quantity such as `500m`, `1.5` or `10Gi`, exactly, as the API server does: amounts are rounded away from zero
 * to billionths, and binary quantities such as `10Ei` are limited to 2^63 - 1. All functions for quantities accept texts
 * too, so that you only need this one to parse a quantity once and use it often. See
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/resource#ParseQuantity
 * @throws InvalidValueError if the text is not a valid quantity, which the schema of a field cannot rule out entirely: it
 * accepts `1e1.5`, for example. In a webhook, the error denies the request with code 422
 */
export function parseQuantity(quantity: AnyQuantity): ParsedQuantity {
  const parsed = isParsed(quantity) ? quantity : readText(quantity);
  if (parsed !== undefined) return parsed;
  throw invalidValue(quantity, 'a quantity: write a number, with a suffix if needed, such as 500m, 1.5 or 10Gi');
}

function isParsed(value: unknown): value is ParsedQuantity {
  if (typeof value !== 'object' || value === null) return false;
  const { coefficient, exponent, format } = value as Partial<ParsedQuantity>;
  return typeof coefficient === 'bigint' && Number.isInteger(exponent) && typeof format === 'string';
}

function readText(value: unknown): ParsedQuantity | undefined {
  return typeof value === 'string' || typeof value === 'number' ? readQuantity(String(value)) : undefined;
}

/** Reports whether a value of an object is a quantity that {@link parseQuantity} accepts. */
export function isQuantity(value: unknown): value is Quantity {
  return readText(value) !== undefined;
}

/**
 * Returns `value` × 10^`scale` as a quantity. Amounts are rounded away from zero to billionths.
 * @param value a safe integer or a bigint
 * @param scale `-3` for thousandths, as `NewMilliQuantity` in Go
 * @throws RangeError if the value or the scale is not an integer, or not a safe one
 */
export function newQuantity(value: bigint | number, format: QuantityFormat = 'DecimalSI', scale = 0): ParsedQuantity {
  return { ...toNano(integer(value), Number(integer(scale))), format };
}

/**
 * Returns the canonical form of a quantity, exactly: without fractions, with the largest possible suffix. `1500m` for
 * `1.5`, `1536Mi` for `1.5Gi`. The API server keeps some texts that users wrote in another form, such as `+1` or
 * `1.500`; use {@link compareQuantities} to compare quantities. An amount that has no suffix in its format gets an
 * exponent or a decimal suffix.
 * @throws InvalidValueError if the text is not a valid quantity
 */
export function formatQuantity(quantity: AnyQuantity): string {
  return writeQuantity(parseQuantity(quantity));
}

/**
 * Compares two quantities: -1 if the first one is smaller, 1 if it is larger, 0 if they are equal, such as `1Gi` and
 * `1024Mi`.
 * @throws InvalidValueError if a text is not a valid quantity
 */
export function compareQuantities(one: AnyQuantity, other: AnyQuantity): -1 | 0 | 1 {
  const [a, b] = [parseQuantity(one), parseQuantity(other)];
  return compareDecimals(a.coefficient, a.exponent, b.coefficient, b.exponent);
}

/**
 * Returns -1, 0 or 1.
 * @throws InvalidValueError if the text is not a valid quantity
 */
export function quantitySign(quantity: AnyQuantity): -1 | 0 | 1 {
  return signOf(parseQuantity(quantity).coefficient);
}

/**
 * Adds two quantities exactly. The result has the format of the first one, or of the second one if the first is zero.
 * @throws InvalidValueError if a text is not a valid quantity, or the result would have more than 10,000 digits
 */
export function addQuantities(one: AnyQuantity, other: AnyQuantity): ParsedQuantity {
  const [a, b] = [parseQuantity(one), parseQuantity(other)];
  if (a.coefficient === 0n || b.coefficient === 0n) return a.coefficient === 0n ? b : a;
  const exponent = Math.min(a.exponent, b.exponent);
  const [first, second] = [a, b].map((each) => multiplyByTens(each.coefficient, each.exponent - exponent));
  return { coefficient: first! + second!, exponent, format: a.format };
}

/**
 * Subtracts the second quantity from the first one exactly. The result has the format of the first one, or of the second
 * one if the first is zero.
 * @throws InvalidValueError if a text is not a valid quantity, or the result would have more than 10,000 digits
 */
export function subtractQuantities(one: AnyQuantity, other: AnyQuantity): ParsedQuantity {
  return addQuantities(one, negateQuantity(other));
}

/**
 * Returns the quantity with the opposite sign.
 * @throws InvalidValueError if the text is not a valid quantity
 */
export function negateQuantity(quantity: AnyQuantity): ParsedQuantity {
  const parsed = parseQuantity(quantity);
  return { ...parsed, coefficient: -parsed.coefficient };
}

/**
 * Multiplies a quantity exactly.
 * @param factor a safe integer or a bigint
 * @throws InvalidValueError if the text is not a valid quantity
 * @throws RangeError if the factor is not an integer, or not a safe one
 */
export function multiplyQuantity(quantity: AnyQuantity, factor: bigint | number): ParsedQuantity {
  const parsed = parseQuantity(quantity);
  return { ...parsed, coefficient: parsed.coefficient * integer(factor) };
}

/**
 * Rounds a quantity to a multiple of 10^`scale`, away from zero: `1100m` becomes `2` at the scale 0, and `-9` becomes
 * `-10` at the scale 1.
 * @throws InvalidValueError if the text is not a valid quantity
 * @throws RangeError if the scale is not an integer
 */
export function roundUpQuantity(quantity: AnyQuantity, scale = 0): ParsedQuantity {
  const parsed = parseQuantity(quantity);
  const exponent = Number(integer(scale));
  if (parsed.exponent >= exponent) return parsed;
  return { ...parsed, coefficient: divideAwayFromZero(parsed.coefficient, exponent - parsed.exponent), exponent };
}

/**
 * Returns a quantity in units of 10^`scale`, rounded away from zero: `Value()` in Go by default, `MilliValue()` at the
 * scale -3, without their overflow.
 * @throws InvalidValueError if the text is not a valid quantity, or the result would have more than 10,000 digits more
 * @throws RangeError if the scale is not an integer
 */
export function quantityValue(quantity: AnyQuantity, scale = 0): bigint {
  const { coefficient, exponent } = roundUpQuantity(quantity, scale);
  return multiplyByTens(coefficient, exponent - scale);
}

/**
 * Returns the number that is closest to a quantity, for statistics and metrics. Loses what a number cannot hold:
 * integers beyond 2^53 and most fractions, such as `100m`, are rounded to about 16 digits, and amounts beyond 1.8e308
 * become `Infinity`. Use {@link compareQuantities} for decisions.
 * @throws InvalidValueError if the text is not a valid quantity
 */
export function quantityToNumber(quantity: AnyQuantity): number {
  const { coefficient, exponent } = parseQuantity(quantity);
  return Number(`${coefficient}e${exponent}`);
}

function integer(value: bigint | number): bigint {
  if (typeof value === 'bigint') return value;
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`);
  return BigInt(value);
}
