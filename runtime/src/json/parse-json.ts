import { shortened } from '../log/shorten.js';
import { jsonProblem } from './json-problem.js';
import { mapNumbers } from './map-numbers.js';
import { placesIn, type Place } from './places.js';

/**
 * Marks an object with an integer that JavaScript cannot represent exactly, and contains its path: `.spec.sizes[0]`.
 * The object can be read, but writing it back would change the number. A symbol is never sent; being enumerable,
 * `{ ...object }` keeps it.
 */
const inexact = Symbol.for('operator-gen/inexact');

// A number of at least sixteen digits, or with an exponent of three, in the position of a value. It may also be inside a
// string, which only the slow check finds out.
const suspicious = /(?:[:[,]|^)\s*-?(?:\d{16,}|\d+(?:\.\d+)?[eE]\+?\d{3,})\s*(?:[,\]}]|$)/;
const longNumber = /^-?\d{16,}$/;
/** Reports whether JavaScript may change a number; it reads one such as 1e999 as infinite, and writes it as null. */
const isInexact = (digits: string): boolean => longNumber.test(digits) || !Number.isFinite(Number(digits));

// Maximum number of characters of a path in a message, because users choose field names.
const mostPlace = 200;

/** Error for an object with an integer beyond 2^53 that would be written back as a different number. */
export class InexactNumberError extends Error {
  override readonly name = 'InexactNumberError';
  readonly code = 'ERR_INEXACT_NUMBER';
  /** Path of the first such number: `spec.sizes[0]`. */
  readonly field: string;

  /**
   * @param label name of the request in error messages
   * @param advice alternative to suggest
   */
  constructor(field: string, label: string, advice: string) {
    const shown = shortened(field, mostPlace);
    super(`${label}: ${shown} is a whole number beyond 2^53, which JavaScript would change; ${advice}`);
    this.field = shown;
  }
}

const patchInstead = 'patch the fields that you mean instead';

/**
 * Parses JSON from the API server. Values that contain a number beyond 2^53, at any depth, are marked.
 * @param label name of the request in error messages
 * @throws Error if it is not JSON, such as a proxy page that requires a login
 */
export function parseJson<T>(text: string, label: string): T {
  const { value, digits } = parseWithDigits<T>(text, label);
  if (digits !== undefined) markInexact(value, digits);
  return value;
}

/**
 * Parses JSON; if there are long numbers, also returns a second value with strings of digits in their place.
 * @throws Error if it is not JSON
 */
export function parseWithDigits<T>(text: string, label: string): { readonly value: T; readonly digits: unknown } {
  const value = parse<T>(text, label);
  if (!suspicious.test(text)) return { value, digits: undefined };
  return { value, digits: JSON.parse(mapNumbers(text, (each) => (isInexact(each) ? `"${each}"` : each))) };
}

function parse<T>(text: string, label: string): T {
  let problem: string;
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    problem = jsonProblem(error, text);
  }
  // Without the error of the parser, which quotes the text.
  throw new Error(`${label}: the answer is not JSON: ${problem}`, { cause: new SyntaxError(problem) });
}

/**
 * @param advice alternative to suggest
 * @throws InexactNumberError if writing an object back could change one of its numbers
 */
export function refuseInexact(object: object, label: string, advice = patchInstead): void {
  const place = (object as Marked)[inexact];
  if (place !== undefined) throw new InexactNumberError(fieldAt(place), label, advice);
}

/**
 * @param patch patch of any type that was computed from the object, or the value that an operation sets at `field`
 * @throws InexactNumberError if the patch could change a number of the object
 */
export function refuseInexactPatch(
  object: object,
  patch: unknown,
  label: string,
  { field = '', advice = patchInstead } = {},
): void {
  if (!(inexact in object)) return;
  const place = longNumberIn(patch);
  if (place !== undefined) throw new InexactNumberError(fieldAt(field + place), label, advice);
}

interface Marked {
  [inexact]?: string;
}

function fieldAt(place: string): string {
  return place.replace(/^\./, '');
}

function stepTo({ key, parent }: Place): string {
  return Array.isArray(parent?.value) ? `[${key}]` : `.${key}`;
}

/** Returns the path of the first integer that may be inexact. */
function longNumberIn(value: unknown): string | undefined {
  for (const place of placesIn(value, undefined)) {
    if (!isLong(place.value)) continue;
    let text = '';
    for (let each = place; each.parent !== undefined; each = each.parent) text = stepTo(each) + text;
    return text;
  }
  return undefined;
}

/**
 * Compares a value with the same value parsed with long numbers as strings, which reveals the numbers. Each object that
 * contains one is marked with the path of its first one.
 */
function markInexact(value: unknown, quoted: unknown): void {
  for (const place of placesIn(value, quoted)) {
    if (!isChanged(place)) continue;
    let text = '';
    for (let each = place; each.parent !== undefined; each = each.parent) {
      text = stepTo(each) + text;
      const whole = each.parent.value as Marked;
      if (Object.hasOwn(whole, inexact)) break;
      whole[inexact] = text;
    }
  }
}

function isLong(value: unknown): boolean {
  if (typeof value !== 'number') return false;
  return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

/** Reports whether a number would be written with different digits: 2^60 is exact, but JavaScript writes it rounded. */
export function isChanged({ value, twin }: Place): boolean {
  return typeof value === 'number' && typeof twin === 'string' && String(value) !== twin;
}
