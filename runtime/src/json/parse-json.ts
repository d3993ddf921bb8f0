import { shortened } from '../log/shorten.js';
import { jsonProblem } from './json-problem.js';
import { mapNumbers } from './map-numbers.js';
import { placesIn, type Place } from './places.js';

/**
 * Marks an object that has a whole number which JavaScript cannot hold exactly, and says where: `.spec.sizes[0]`. It can be
 * read, but writing it back would change the number. A symbol, so that it is never sent; enumerable, so that `{ ...object }`
 * keeps it.
 */
const inexact = Symbol.for('operator-gen/inexact');

// A number of sixteen digits or more, where a value can stand. It may also be inside a text: then the slow look decides.
const suspicious = /(?:[:[,]|^)\s*-?\d{16,}\s*(?:[,\]}]|$)/;
const longNumber = /^-?\d{16,}$/;

// Characters of a place that are shown: users choose the names of fields.
const mostPlace = 200;

/** Thrown where an object that has a whole number beyond 2^53 would be written back with another number in its place. */
export class InexactNumberError extends Error {
  override readonly name = 'InexactNumberError';
  readonly code = 'ERR_INEXACT_NUMBER';
  /** Where the number is: `spec.sizes[0]`. The first of them, where there are several. */
  readonly field: string;

  /**
   * @param label what errors call the request
   * @param advice what can be done instead
   */
  constructor(field: string, label: string, advice: string) {
    const shown = shortened(field, mostPlace);
    super(`${label}: ${shown} is a whole number beyond 2^53, which JavaScript would change; ${advice}`);
    this.field = shown;
  }
}

const patchInstead = 'patch the fields that you mean instead';

/**
 * Parses what the API server sent. Whatever holds a number beyond 2^53, at any depth, is marked.
 * @param label what errors call the request
 * @throws Error when it is not JSON, such as the page of a proxy that wants a login
 */
export function parseJson<T>(text: string, label: string): T {
  const { value, digits } = parseWithDigits<T>(text, label);
  if (digits !== undefined) markInexact(value, digits);
  return value;
}

/**
 * Parses, and where there are long numbers once more, with the digits of each as a text in its place.
 * @throws Error when it is not JSON
 */
export function parseWithDigits<T>(text: string, label: string): { readonly value: T; readonly digits: unknown } {
  const value = parse<T>(text, label);
  if (!suspicious.test(text)) return { value, digits: undefined };
  return { value, digits: JSON.parse(mapNumbers(text, (each) => (longNumber.test(each) ? `"${each}"` : each))) };
}

function parse<T>(text: string, label: string): T {
  let problem: string;
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    problem = jsonProblem(error, text);
  }
  // Not with the parser's own error, which quotes the text.
  throw new Error(`${label}: the answer is not JSON: ${problem}`, { cause: new SyntaxError(problem) });
}

/**
 * @param advice what can be done instead
 * @throws InexactNumberError when writing an object back could change a number in it
 */
export function refuseInexact(object: object, label: string, advice = patchInstead): void {
  const place = (object as Marked)[inexact];
  if (place !== undefined) throw new InexactNumberError(fieldAt(place), label, advice);
}

/**
 * @param patch of whichever type: it was computed from the object, or is what one of its steps puts at `field`
 * @throws InexactNumberError when the patch could change a number in the object
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

/** Where the first whole number is that may not be exact. */
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
 * Compares a value with itself parsed with long numbers as texts: where a number became a text, it was one. What contains
 * one is marked with where its first is.
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
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Reports whether a number would be written with other digits: 2^60 is exact, and JavaScript writes it rounded. */
export function isChanged({ value, twin }: Place): boolean {
  return typeof value === 'number' && typeof twin === 'string' && String(value) !== twin;
}
