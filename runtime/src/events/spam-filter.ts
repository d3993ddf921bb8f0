import type { Clock } from '../timing/clock.js';
import { TokenBucket } from '../timing/token-bucket.js';

/** How many events an object may have at once, and how many a second in the long run, one in five minutes: client-go's figures. */
const size = { burst: 25, qps: 1 / 300 };
/** Objects that are remembered. One that is forgotten begins with a full bucket. */
const remembered = 4096;

/** A token bucket for each object: one that fails in ever new ways does not fill etcd. */
export class SpamFilter {
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether one more may be written; takes a token if so. */
  admits(object: string): boolean {
    const now = this.#clock.now();
    const bucket = this.#buckets.get(object) ?? new TokenBucket(size, now);
    const admitted = bucket.wait(now) === 0;
    if (admitted) bucket.take();
    // Put at the end: the first of the map is the one that was not asked for the longest.
    this.#buckets.delete(object);
    this.#buckets.set(object, bucket);
    if (this.#buckets.size > remembered) this.#buckets.delete(this.#buckets.keys().next().value!);
    return admitted;
  }
}
