import { setKey, type Json, type JsonMap } from './json.js';

/** The largest number of values in a document: aliases repeat what they name. */
const mostValues = 2_000_000;

/**
 * Returns what the YAML package has read as a value of its own, in which each alias is a copy of what it names. A change
 * of one place is not seen in another one then. Whole numbers that JavaScript would round stay of the type `bigint`,
 * which the printers of YAML know.
 * @throws Error if the aliases expand to too much
 */
export function ownCopy(value: unknown): Json {
  let left = mostValues;
  const copy = (each: unknown): Json => {
    if ((left -= 1) < 0) throw new Error('its aliases expand to too much');
    if (typeof each === 'bigint') return exact(each);
    if (Array.isArray(each)) return each.map(copy);
    if (typeof each !== 'object' || each === null) return each as Json;
    const map: JsonMap = {};
    for (const [key, inner] of Object.entries(each)) setKey(map, key, copy(inner));
    return map;
  };
  return copy(value);
}

function exact(value: bigint): Json {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : (value as unknown as Json);
}
