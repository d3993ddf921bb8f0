import { divideAwayFromZero, magnitude, powerOfTen, withoutZeros } from './decimal.js';

/**
 * Notation of a quantity: `DecimalSI` such as `500m` and `12M`, `BinarySI` such as `12Mi`, `DecimalExponent` such as
 * `12e6`.
 */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** An exact amount, `coefficient` × 10^`exponent`, and the format in which it is written. */
export interface ParsedQuantity {
  readonly coefficient: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const binarySuffixes = ['', 'K', 'M', 'G', 'T', 'P', 'E'];
const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:([numkMGTPE])|([KMGTPE])i|[eE]([+-]?\d+))?$/;

/** Exponent of the smallest fraction: smaller amounts are rounded away from zero when they are parsed. */
export const nano = -9;

const maxInt64 = 2n ** 63n - 1n;

/**
 * Reads a quantity as the API server does; undefined for other text.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/resource#ParseQuantity
 */
export function readQuantity(text: string): ParsedQuantity | undefined {
  const match = text === '' ? null : form.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', decimal = '', binary, power] = match;
  const exponent = power === undefined ? decimalSuffixes.indexOf(decimal) * 3 + nano : exponentOf(power);
  if (exponent === undefined || (whole + fraction === '' && needsDigits(binary, exponent))) return undefined;
  const coefficient = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  // Upstream computes exponents with 32 bits.
  const scale = (exponent - fraction.length) | 0;
  if (binary !== undefined) return binaryQuantity(coefficient << shiftOf(binary), -fraction.length);
  return { ...toNano(coefficient, scale), format: power === undefined ? 'DecimalSI' : 'DecimalExponent' };
}

/** Returns an exponent, of which upstream keeps only the last 32 bits; undefined if it exceeds 64 bits. */
function exponentOf(text: string): number | undefined {
  const exact = BigInt(text);
  return BigInt.asIntN(64, exact) === exact ? Number(BigInt.asIntN(32, exact)) : undefined;
}

/** Upstream accepts a suffix without a number, which is zero, except for the largest and the smallest units. */
function needsDigits(binary: string | undefined, exponent: number): boolean {
  return binary === undefined ? exponent < nano : binarySuffixes.indexOf(binary) >= 5;
}

const shiftOf = (prefix: string): bigint => BigInt(binarySuffixes.indexOf(prefix) * 10);

/** Upstream caps binary quantities at 64 bits, and writes fractions below one with decimal suffixes. */
function binaryQuantity(coefficient: bigint, scale: number): ParsedQuantity {
  const amount = toNano(coefficient, scale);
  const one = powerOfTen(-amount.exponent);
  const size = magnitude(amount.coefficient);
  if (size > maxInt64 * one)
    return { coefficient: coefficient < 0n ? -maxInt64 : maxInt64, exponent: 0, format: 'BinarySI' };
  return { ...amount, format: size > 0n && size < one ? 'DecimalSI' : 'BinarySI' };
}

/** Rounds an amount to billionths, away from zero. */
export function toNano(coefficient: bigint, exponent: number): Omit<ParsedQuantity, 'format'> {
  if (coefficient === 0n) return { coefficient, exponent: 0 };
  if (exponent >= nano) return { coefficient, exponent };
  return { coefficient: divideAwayFromZero(coefficient, nano - exponent), exponent: nano };
}

/** Writes a quantity in its canonical form: without fractions, with the largest possible suffix. */
export function writeQuantity({ coefficient, exponent, format }: ParsedQuantity): string {
  if (coefficient === 0n) return '0';
  const whole = format === 'BinarySI' ? binaryAmount(coefficient, exponent) : undefined;
  return whole === undefined ? decimalText(coefficient, exponent, format) : binaryText(whole);
}

/** Returns the amount if it can be written with binary suffixes. */
function binaryAmount(coefficient: bigint, exponent: number): bigint | undefined {
  // Larger amounts have no binary suffix.
  if (exponent > 18) return undefined;
  const divisor = powerOfTen(Math.max(-exponent, 0));
  if (coefficient % divisor !== 0n) return undefined;
  const amount = (coefficient / divisor) * powerOfTen(Math.max(exponent, 0));
  return magnitude(amount) < 1024n ? undefined : amount;
}

function binaryText(amount: bigint): string {
  // With a suffix, it would be read as 2^63 - 1.
  if (magnitude(amount) > maxInt64) return `${amount}`;
  let [rest, steps] = [amount, 0];
  for (; rest % 1024n === 0n; steps += 1) rest /= 1024n;
  return steps === 0 ? `${rest}` : `${rest}${binarySuffixes[steps]}i`;
}

function decimalText(coefficient: bigint, exponent: number, format: QuantityFormat): string {
  const { digits, zeros } = withoutZeros(coefficient);
  const power = Math.floor((exponent + zeros) / 3) * 3;
  const number = `${digits}${'0'.repeat(exponent + zeros - power)}`;
  const suffix = format === 'DecimalExponent' ? undefined : decimalSuffixes[(power - nano) / 3];
  // An amount that has no suffix is written with an exponent, which keeps it exact.
  return `${number}${suffix ?? (power === 0 ? '' : `e${power}`)}`;
}
