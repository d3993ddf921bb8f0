import type { Clock } from '../timing/clock.js';
import { TokenBucket } from '../timing/token-bucket.js';

/** Events per object: a burst, and a rate per second in the long run, one in five minutes, as in client-go. */
const size = { burst: 25, qps: 1 / 300 };
/** Number of objects to remember. An object that was forgotten starts with a full bucket. */
const remembered = 4096;

/** Token bucket per object, so that an object that keeps failing in new ways does not fill etcd. */
export class SpamFilter {
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Reports whether another event can be written; takes a token if so. */
  admits(object: string): boolean {
    const now = this.#clock.now();
    const bucket = this.#buckets.get(object) ?? new TokenBucket(size, now);
    const admitted = bucket.wait(now) === 0;
    if (admitted) bucket.take();
    // Moved to the end: the first entry of the map is the least recently used.
    this.#buckets.delete(object);
    this.#buckets.set(object, bucket);
    if (this.#buckets.size > remembered) this.#buckets.delete(this.#buckets.keys().next().value!);
    return admitted;
  }
}
