import type { Clock } from '../timing/clock.js';

interface Bucket {
  tokens: number;
  at: number;
}

/** How many events an object may have at once, and the milliseconds after which it may have one more: client-go's figures. */
const burst = 25;
const refill = 300_000;
/** Objects that are remembered. One that is forgotten begins with a full bucket. */
const remembered = 4096;

/** A token bucket for each object: one that fails in ever new ways does not fill etcd. */
export class SpamFilter {
  readonly #buckets = new Map<string, Bucket>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether one more may be written; takes a token if so. */
  admits(object: string): boolean {
    const now = this.#clock.now();
    const known = this.#buckets.get(object) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, known.tokens + (now - known.at) / refill);
    const admitted = tokens >= 1;
    // Put at the end: the first of the map is the one that was not asked for the longest.
    this.#buckets.delete(object);
    this.#buckets.set(object, { tokens: admitted ? tokens - 1 : tokens, at: now });
    if (this.#buckets.size > remembered) this.#buckets.delete(this.#buckets.keys().next().value!);
    return admitted;
  }
}
