import { AsyncLocalStorage } from 'node:async_hooks';
import { mapNumbers } from './map-numbers.js';
import { isChanged, parseWithDigits } from './parse-json.js';
import { placesIn, type Place } from './places.js';
import { stringify } from './stringify.js';

const current = new AsyncLocalStorage<ExactNumbers>();

/**
 * The whole numbers of an object that JavaScript cannot hold exactly. While the object is converted, another number stands for
 * each: the nearest that the object does not have, so that each is known again wherever it is put. Where that number is
 * written, the digits are.
 */
export class ExactNumbers {
  /** The digits that a number stands for. */
  readonly #digits = new Map<number, string>();
  readonly #standIns = new Map<string, number>();
  /** Large numbers that stand for themselves. */
  readonly #taken = new Set<number>();

  /**
   * Puts stand-ins into a value. @param digits the same value with digits for long numbers, as `parseWithDigits` has it
   * @returns the value
   */
  hold<T>(value: T, digits: unknown): T {
    if (digits === undefined) return value;
    const waiting: Place[] = [];
    for (const place of placesIn(value, digits)) {
      const { value: number } = place;
      if (typeof number !== 'number' || Number.isSafeInteger(number)) continue;
      // Data that was kept in an annotation may have by itself what stands for another number here.
      if (isChanged(place) || (typeof place.twin === 'string' && this.#digits.has(number))) waiting.push(place);
      else this.#taken.add(number);
    }
    this.#replace(waiting);
    return value;
  }

  /** JSON with the digits of each number that is held here. */
  write(json: string): string {
    return this.#digits.size === 0 ? json : mapNumbers(json, (each) => this.#digits.get(Number(each)) ?? each);
  }

  /** Makes `preservedJson` and `preservedValue` go by these numbers. */
  during<T>(run: () => T): T {
    return current.run(this, run);
  }

  #replace(places: readonly Place[]): void {
    const texts = [...new Set(places.map(({ twin }) => twin as string))].map((text) => ({ text, near: near(text) }));
    // In their order, which they keep, and each further than the last: users choose how many lie close together.
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

/** Writes data that is kept as a text inside of the object that is converted. */
export function preservedJson(data: unknown): string {
  const json = stringify(data);
  return current.getStore()?.write(json) ?? json;
}

/** Reads what `preservedJson` wrote. @throws Error when it is not JSON */
export function preservedValue(json: string): unknown {
  const numbers = current.getStore();
  if (numbers === undefined) return JSON.parse(json);
  // In a list, so that the value itself can be replaced.
  const { value, digits } = parseWithDigits<[unknown]>(`[${json}]`, 'preserved data');
  if (value.length !== 1) throw new SyntaxError('it is not one value');
  return numbers.hold(value, digits)[0];
}

// With room above for numbers that have no place of their own.
const largest = 1.7e308;

function near(digits: string): number {
  return Math.max(-largest, Math.min(largest, Number(digits)));
}

const bits = new DataView(new ArrayBuffer(8));

/** The next larger number. */
function next(number: number): number {
  bits.setFloat64(0, number);
  bits.setBigInt64(0, bits.getBigInt64(0) + (number > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}
