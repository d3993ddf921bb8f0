import { AsyncLocalStorage } from 'node:async_hooks';
import { mapNumbers } from './map-numbers.js';
import { isChanged, parseWithDigits } from './parse-json.js';
import { placesIn, type Place } from './places.js';
import { stringify } from './stringify.js';

const current = new AsyncLocalStorage<ExactNumbers>();

/**
 * Integers of an object that JavaScript cannot represent exactly. While the object is converted, a stand-in takes the
 * place of each: the nearest number that the object does not contain, so that it is recognized wherever it is moved.
 * When a stand-in is written, the original digits take its place.
 */
export class ExactNumbers {
  /** The original digits of each stand-in. */
  readonly #digits = new Map<number, string>();
  readonly #standIns = new Map<string, number>();
  /** Large numbers that are not stand-ins. */
  readonly #taken = new Set<number>();

  /**
   * Puts stand-ins into a value.
   * @param digits the same value with strings of digits for long numbers, as returned by `parseWithDigits`
   * @returns the value
   */
  hold<T>(value: T, digits: unknown): T {
    if (digits === undefined) return value;
    const waiting: Place[] = [];
    for (const place of placesIn(value, digits)) {
      const { value: number } = place;
      if (typeof number !== 'number' || Number.isSafeInteger(number)) continue;
      // Data from an annotation may contain a number that is a stand-in for another one here.
      if (isChanged(place) || (typeof place.twin === 'string' && this.#digits.has(number))) waiting.push(place);
      else this.#taken.add(number);
    }
    this.#replace(waiting);
    return value;
  }

  /** Replaces the stand-ins in a JSON text with their digits. */
  write(json: string): string {
    return this.#digits.size === 0 ? json : mapNumbers(json, (each) => this.#digits.get(Number(each)) ?? each);
  }

  /** Runs a function in which `preservedJson` and `preservedValue` use these numbers. */
  during<T>(run: () => T): T {
    return current.run(this, run);
  }

  #replace(places: readonly Place[]): void {
    const texts = [...new Set(places.map(({ twin }) => twin as string))].map((text) => ({ text, near: near(text) }));
    // Sorted, each farther away than the last, because users control how many numbers are close together.
    texts.sort((one, other) => one.near - other.near);
    let last = -Infinity;
    for (const { text, near: number } of texts) {
      if (this.#standIns.has(text)) continue;
      last = number > last ? number : next(last);
      while (this.#taken.has(last) || this.#digits.has(last)) last = next(last);
      this.#standIns.set(text, last);
      this.#digits.set(last, text);
    }
    for (const { parent, key, twin } of places) {
      (parent!.value as Record<string, unknown>)[key] = this.#standIns.get(twin as string);
    }
  }
}

/** Formats data that is stored as text inside the converted object. */
export function preservedJson(data: unknown): string {
  const json = stringify(data);
  return current.getStore()?.write(json) ?? json;
}

/**
 * Parses the result of `preservedJson`.
 * @throws Error if it is not JSON
 */
export function preservedValue(json: string): unknown {
  const numbers = current.getStore();
  if (numbers === undefined) return JSON.parse(json);
  // In a list, so that the value itself can be replaced.
  const { value, digits } = parseWithDigits<[unknown]>(`[${json}]`, 'preserved data');
  if (value.length !== 1) throw new SyntaxError('it is not one value');
  return numbers.hold(value, digits)[0];
}

// Leaves room above for numbers that find no place near their value.
const largest = 1.7e308;

function near(digits: string): number {
  return Math.max(-largest, Math.min(largest, Number(digits)));
}

const bits = new DataView(new ArrayBuffer(8));

/** Returns the next number away from zero. */
function next(number: number): number {
  bits.setFloat64(0, number);
  bits.setBigInt64(0, bits.getBigInt64(0) + (number > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}
