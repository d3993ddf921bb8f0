import { realClock, type Clock } from '../timing/clock.js';
import { TokenBucket } from '../timing/token-bucket.js';

/**
 * Determines how long a key waits before a retry. Keys are `namespace/name`, or `/name` without a namespace.
 * See https://pkg.go.dev/k8s.io/client-go/util/workqueue#TypedRateLimiter
 */
export interface RateLimiter {
  /** Returns the milliseconds to wait, zero or more. Every call counts as another failure of the key. */
  when(key: string): number;
  /** Resets the key's backoff: the next failure waits as long as the first. */
  forget(key: string): void;
  /** Returns the failures of the key since it was forgotten. */
  numRequeues(key: string): number;
}

/** Options of a backoff. */
export interface ItemExponentialFailureOptions {
  /** Milliseconds after the first failure; defaults to 5. */
  readonly baseDelay?: number;
  /** Maximum milliseconds; defaults to 1,000,000. */
  readonly maxDelay?: number;
}

/**
 * Creates a limiter with a backoff per key that doubles with each failure.
 * See https://pkg.go.dev/k8s.io/client-go/util/workqueue#NewTypedItemExponentialFailureRateLimiter
 */
export function itemExponentialFailureRateLimiter(options: ItemExponentialFailureOptions = {}): RateLimiter {
  const { baseDelay = 5, maxDelay = 1_000_000 } = options;
  const failures = new Map<string, number>();
  return {
    when: (key) => {
      const count = failures.get(key) ?? 0;
      failures.set(key, count + 1);
      return Math.min(maxDelay, baseDelay * 2 ** count);
    },
    forget: (key) => void failures.delete(key),
    numRequeues: (key) => failures.get(key) ?? 0,
  };
}

/** Options of a token bucket. */
export interface BucketOptions {
  /** Retries per second, over all keys; defaults to 10. */
  readonly qps?: number;
  /** Retries at once; defaults to 100. */
  readonly burst?: number;
  readonly clock?: Clock;
}

/**
 * Creates a limiter with one token bucket for all keys.
 * See https://pkg.go.dev/k8s.io/client-go/util/workqueue#TypedBucketRateLimiter
 * @throws RangeError if a number is not positive
 */
export function bucketRateLimiter({ qps = 10, burst = 100, clock = realClock }: BucketOptions = {}): RateLimiter {
  if (!(qps > 0 && burst > 0)) throw new RangeError(`qps and burst must be positive, but are ${qps} and ${burst}`);
  const bucket = new TokenBucket({ qps, burst }, clock.now());
  return {
    when: () => {
      const wait = bucket.wait(clock.now());
      bucket.take();
      return wait;
    },
    forget: () => undefined,
    numRequeues: () => 0,
  };
}

/**
 * Combines limiters: uses the longest of their waits.
 * See https://pkg.go.dev/k8s.io/client-go/util/workqueue#NewTypedMaxOfRateLimiter
 */
export function maxOfRateLimiter(...limiters: readonly RateLimiter[]): RateLimiter {
  return {
    when: (key) => Math.max(0, ...limiters.map((each) => each.when(key))),
    forget: (key) => limiters.forEach((each) => each.forget(key)),
    numRequeues: (key) => Math.max(0, ...limiters.map((each) => each.numRequeues(key))),
  };
}

/**
 * Creates client-go's default limiter: a backoff per key of 5 ms to 1000 s, and over all keys 10 per second after a
 * burst of 100. See https://pkg.go.dev/k8s.io/client-go/util/workqueue#DefaultTypedControllerRateLimiter
 */
export function defaultControllerRateLimiter(): RateLimiter {
  return maxOfRateLimiter(itemExponentialFailureRateLimiter(), bucketRateLimiter());
}
