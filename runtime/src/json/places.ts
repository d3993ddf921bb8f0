import { checkLevel } from './limits.js';

/** Value inside another one. */
export interface Place {
  readonly value: unknown;
  /** Value at the same position of another value. */
  readonly twin: unknown;
  readonly key: string;
  /** Value that contains this one; undefined for the outermost. */
  readonly parent: Place | undefined;
  readonly level: number;
}

/**
 * Yields a value and everything in it at any depth, each before its parts and in document order.
 * @param twin value of the same shape, which is traversed in parallel
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
