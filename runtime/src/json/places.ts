import { checkLevel } from './limits.js';

/** A value inside another one. */
export interface Place {
  readonly value: unknown;
  /** What stands at the same place of another value. */
  readonly twin: unknown;
  readonly key: string;
  /** What the value is a part of; undefined for the whole. */
  readonly parent: Place | undefined;
  readonly level: number;
}

/**
 * Yields a value and everything in it, each before its parts and in the order of the document, of whatever depth.
 * @param twin a value of the same shape, which is looked at in step
 */
export function* placesIn(value: unknown, twin: unknown): Generator<Place> {
  const waiting: Place[] = [{ value, twin, key: '', parent: undefined, level: 1 }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    yield place;
    const { value: whole, twin: other, level } = place;
    if (typeof whole !== 'object' || whole === null) continue;
    checkLevel(level);
    const keys = Object.keys(whole);
    for (let at = keys.length - 1; at >= 0; at -= 1) {
      const key = keys[at]!;
      const part = (whole as Record<string, unknown>)[key];
      waiting.push({ value: part, twin: partOf(other, key), key, parent: place, level: level + 1 });
    }
  }
}

function partOf(value: unknown, key: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
}
