import { realClock, type Clock } from '../timing/clock.js';

/**
 * Says how long a key waits before it is tried again. Keys are `namespace/name`, or `/name` where there is no namespace.
 * https://pkg.go.dev/k8s.io/client-go/util/workqueue#TypedRateLimiter
 */
export interface RateLimiter {
  /** Milliseconds to wait. Every call counts as another failure of the key. */
  when(key: string): number;
  /** Ends the key's back-off: the next failure waits as the first did. */
  forget(key: string): void;
  /** Failures of the key since it was forgotten. */
  numRequeues(key: string): number;
}

export interface ItemExponentialFailureOptions {
  /** Milliseconds that a key waits after its first failure; 5 unless said otherwise. */
  readonly baseDelay?: number;
  /** Milliseconds that a key waits at most; 1,000,000 unless said otherwise. */
  readonly maxDelay?: number;
}

/**
 * A back-off for every key: it doubles with each failure.
 * https://pkg.go.dev/k8s.io/client-go/util/workqueue#NewTypedItemExponentialFailureRateLimiter
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

export interface BucketOptions {
  /** Retries a second, over all keys; 10 unless said otherwise. */
  readonly qps?: number;
  /** Retries that may come at once; 100 unless said otherwise. */
  readonly burst?: number;
  readonly clock?: Clock;
}

/**
 * A token bucket over all keys together.
 * https://pkg.go.dev/k8s.io/client-go/util/workqueue#TypedBucketRateLimiter
 * @throws RangeError when a number is not positive
 */
export function bucketRateLimiter({ qps = 10, burst = 100, clock = realClock }: BucketOptions = {}): RateLimiter {
  if (!(qps > 0 && burst > 0)) throw new RangeError(`qps and burst have to be positive: they are ${qps} and ${burst}`);
  let tokens = burst;
  let filled = clock.now();
  return {
    when: () => {
      const now = clock.now();
      // Below zero are the tokens that are promised to those who wait already.
      tokens = Math.min(burst, tokens + ((now - filled) * qps) / 1000) - 1;
      filled = now;
      return tokens >= 0 ? 0 : (-tokens * 1000) / qps;
    },
    forget: () => undefined,
    numRequeues: () => 0,
  };
}

/**
 * Several limiters as one: the longest of their waits.
 * https://pkg.go.dev/k8s.io/client-go/util/workqueue#NewTypedMaxOfRateLimiter
 */
export function maxOfRateLimiter(...limiters: readonly RateLimiter[]): RateLimiter {
  return {
    when: (key) => Math.max(0, ...limiters.map((each) => each.when(key))),
    forget: (key) => limiters.forEach((each) => each.forget(key)),
    numRequeues: (key) => Math.max(0, ...limiters.map((each) => each.numRequeues(key))),
  };
}

/**
 * client-go's default: a back-off for every key of 5 ms to 1000 s, and over all keys 10 a second after a burst of 100.
 * https://pkg.go.dev/k8s.io/client-go/util/workqueue#DefaultTypedControllerRateLimiter
 */
export function defaultControllerRateLimiter(): RateLimiter {
  return maxOfRateLimiter(itemExponentialFailureRateLimiter(), bucketRateLimiter());
}
