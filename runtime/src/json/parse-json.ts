/**
 * Marks an object that has a whole number which JavaScript cannot hold exactly. It can be read, but writing it back would
 * change the number. A symbol, so that it is never sent; enumerable, so that `{ ...object }` keeps it.
 */
const inexact = Symbol.for('operator-gen/inexact');

// A number of sixteen digits or more, where a value can stand. It may also be inside a text: then the slow look decides.
const suspicious = /[:[,]\s*-?\d{16,}\s*[,\]}]/;

// The same, after every text was passed over.
const textOrLongNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<=[:[,\s])-?\d{16,}(?=\s*[,\]}])/g;

/** Thrown where an object that has a whole number beyond 2^53 would be written back with another number in its place. */
export class InexactNumberError extends RangeError {
  override readonly name = 'InexactNumberError';
  readonly code = 'ERR_INEXACT_NUMBER';
}

/**
 * Parses what the API server sent. Whatever holds a number beyond 2^53, at any depth, is marked.
 * @param label what errors call the request
 * @throws Error when it is no JSON, such as the page of a proxy that wants a login
 */
export function parseJson<T>(text: string, label: string): T {
  const value = parse<T>(text, label);
  if (suspicious.test(text)) markInexact(value, JSON.parse(quoteLongNumbers(text)));
  return value;
}

function parse<T>(text: string, label: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new Error(`${label}: the answer is no JSON: ${(cause as Error).message}`, { cause });
  }
}

function quoteLongNumbers(json: string): string {
  return json.replaceAll(textOrLongNumber, (each) => (each.startsWith('"') ? each : `"${each}"`));
}

/** @throws InexactNumberError when writing an object back could change a number in it */
export function refuseInexact(object: object, label: string): void {
  if (!(inexact in object)) return;
  const why = 'the object has a whole number beyond 2^53, which JavaScript would change';
  throw new InexactNumberError(`${label}: ${why}; patch the fields that you mean instead`);
}

/** @throws InexactNumberError when a patch, of whichever type, that was computed from an object could change a number in it */
export function refuseInexactPatch(object: object, patch: object, label: string): void {
  if (inexact in object && hasLongNumber(patch)) refuseInexact(object, label);
}

function hasLongNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongNumber);
}

/** Compares a value with itself parsed with long numbers as texts: where a number became a text, it was one. */
function markInexact(value: unknown, quoted: unknown): boolean {
  if (typeof value === 'number') return typeof quoted === 'string' && BigInt(quoted) !== BigInt(value);
  if (typeof value !== 'object' || value === null) return false;
  let found = false;
  for (const [key, each] of Object.entries(value)) {
    if (markInexact(each, (quoted as Record<string, unknown>)[key])) found = true;
  }
  if (found) (value as Record<symbol, unknown>)[inexact] = true;
  return found;
}
