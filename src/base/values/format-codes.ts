import { goDuration } from './go-duration.js';

/** Reports whether a string is a calendar date such as `2026-02-28`. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 && leap ? 29 : daysOfMonths[month - 1]!);
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Reports whether a string is a date and time with a time zone. The API server ignores everything after a second `t`.
 */
export function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t');
  return isDate(date) && /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[^\n]\d+)?(?:z|[+-]\d{2}:\d{2})$/.test(time);
}

/** Reports whether a string is a duration: one of Go, or words such as `5 days` anywhere in the string. */
export function isDuration(text: string): boolean {
  return goDuration(text) !== undefined || hasWordedDuration(text);
}

const exactUnits = new Set(['ns', 'us', 'µs', 'ms', 's', 'm', 'h', 'hr', 'd', 'w', 'wk']);
const unitPrefixes = ['nano', 'micro', 'milli', 'sec', 'min', 'hour', 'day', 'week'];
const mostOfInt64 = 2n ** 63n - 1n;

/**
 * Reports whether a string contains a duration in words. It scans runs of digits, letters and other characters, because
 * one pattern for all three takes quadratic time.
 */
function hasWordedDuration(text: string): boolean {
  const runs = text.match(/\d+|[A-Za-z\u00b5]+|[^\dA-Za-z\u00b5]+/g) ?? [];
  let found = false;
  for (const [index, run] of runs.entries()) {
    if (!/^\d/.test(run)) continue;
    const spaced = /^[\t\n\f\r ]+$/.test(runs[index + 1] ?? '');
    const unit = (runs[index + (spaced ? 2 : 1)] ?? '').toLowerCase();
    if (!/^[a-z\u00b5]/.test(unit)) continue;
    if (isAbove(run, mostOfInt64)) return false;
    found ||= exactUnits.has(unit) || unitPrefixes.some((prefix) => unit.startsWith(prefix));
  }
  return found;
}

/**
 * Reports whether digits exceed a maximum. Converting many digits to one number takes quadratic time, so their count is
 * compared first.
 */
function isAbove(digits: string, most: bigint): boolean {
  const significant = digits.replace(/^0+/, '');
  return significant.length > String(most).length || BigInt(`0${significant}`) > most;
}

/** Reports whether a string is a credit card number: of a known issuer, and with a valid check digit. */
export function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length > 16 || !issuers.test(digits)) return false;
  const doubled = Array.from(digits, Number)
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? digit : digit * 2));
  return doubled.reduce((sum, each) => sum + (each > 9 ? each - 9 : each), 0) % 10 === 0;
}

const issuers =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

/** Reports whether a string is an ISBN of ten digits, the last of which can be `X`. */
export function isIsbn10(text: string): boolean {
  const digits = withoutGaps(text);
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  return Array.from(digits, (digit) => (digit === 'X' ? 10 : Number(digit))).reduce(weigh, 0) % 11 === 0;
}

const weigh = (sum: number, digit: number, index: number): number => sum + digit * (index + 1);

/** Reports whether a string is an ISBN of thirteen digits. */
export function isIsbn13(text: string): boolean {
  const digits = withoutGaps(text);
  if (!/^\d{13}$/.test(digits)) return false;
  return (
    Array.from(digits, Number).reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
  );
}

function withoutGaps(text: string): string {
  return text.replaceAll(/[\t\n\f\r -]/g, '');
}

/** Reports whether a string is a U.S. social security number with both separators. */
export function isSocialSecurityNumber(text: string): boolean {
  return /^\d{3}[- ]\d{2}[- ]\d{4}$/.test(text);
}
