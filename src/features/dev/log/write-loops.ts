import type { JsonValue } from '../../../base/model/schema.js';
import { setNewest } from '../../../base/model/set-newest.js';
import { differencesOf } from './differences.js';

/** Writes to one object in a time that no operator needs: each of them makes the next one. */
export interface WriteLoop {
  readonly object: string;
  readonly writes: number;
  readonly seconds: number;
}

/** Milliseconds in which writes count. */
const span = 10_000;
/** Writes to one object in that time from which they are a loop. */
const most = 20;
/** Milliseconds before the same loop is reported again. */
const quiet = 60_000;
/** Objects that are remembered. */
const mostObjects = 1_000;

/** Finds loops in the writes of an operator. */
export class WriteLoops {
  readonly #times = new Map<string, number[]>();
  readonly #reported = new Map<string, number>();

  /** Counts a write at a time in milliseconds. Returns the loop that it belongs to, the first time. */
  add(object: string, at: number): WriteLoop | undefined {
    const times = (this.#times.get(object) ?? []).filter((each) => at - each < span);
    times.push(at);
    setNewest(this.#times, object, times, mostObjects);
    if (times.length < most || at - (this.#reported.get(object) ?? -Infinity) < quiet) return undefined;
    if (this.#reported.size > mostObjects) this.#reported.clear();
    this.#reported.set(object, at);
    return { object, writes: times.length, seconds: Math.max(1, Math.round((at - times[0]!) / 1000)) };
  }
}

/** Fields that are reported. */
const mostFields = 5;

/** Returns the paths of the fields in which two states of an object differ. */
export function changedFields(before: JsonValue | undefined, after: JsonValue | undefined): readonly string[] {
  return differencesOf(before, after, mostFields).map(({ path }) => path);
}
