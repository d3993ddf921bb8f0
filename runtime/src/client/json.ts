/**
 * Marks an object that has a whole number which JavaScript cannot hold exactly. It can be read, but writing it back would
 * change the number. A symbol, so that it is never sent; enumerable, so that `{ ...object }` keeps it.
 */
const inexact = Symbol.for('operator-gen/inexact');

// A number of sixteen digits or more, where a value can stand. It may also be inside a text: then the slow look decides.
const suspicious = /[:[,]\s*-?\d{16,}\s*[,\]}]/;

/** Parses what the API server sent; an object with a number beyond 2^53 is marked, and so is each such item of a list. */
export function parseJson<T>(text: string): T {
  const value = JSON.parse(text) as T;
  if (suspicious.test(text)) markInexact(value, JSON.parse(quoteLongNumbers(text)));
  return value;
}

/** Whether writing an object back could change a number in it. */
export function isInexact(object: unknown): boolean {
  return typeof object === 'object' && object !== null && (object as Record<symbol, unknown>)[inexact] === true;
}

function quoteLongNumbers(text: string): string {
  return text.replaceAll(/([:[,]\s*)(-?\d{16,})(?=\s*[,\]}])/g, '$1"$2"');
}

/** Compares a value with itself parsed with long numbers as texts: where a number became a text, it was one. */
function markInexact(value: unknown, quoted: unknown): void {
  const items = (value as { items?: unknown } | null)?.items;
  if (Array.isArray(items)) {
    const quotedItems = (quoted as { items: readonly unknown[] }).items;
    for (const [index, item] of items.entries()) markInexact(item, quotedItems[index]);
    return;
  }
  const object = (value as { object?: object } | null)?.object;
  const target = object ?? value;
  if (typeof target === 'object' && target !== null && hasLostDigits(value, quoted)) {
    (target as Record<symbol, unknown>)[inexact] = true;
  }
}

function hasLostDigits(value: unknown, quoted: unknown): boolean {
  if (typeof value === 'number') return typeof quoted === 'string' && BigInt(quoted) !== BigInt(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, each]) => hasLostDigits(each, (quoted as Record<string, unknown>)[key]));
}
