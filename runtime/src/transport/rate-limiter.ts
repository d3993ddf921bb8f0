import { setTimeout as sleep } from 'node:timers/promises';
import { TokenBucket } from '../timing/token-bucket.js';
import type { Deadline } from '../timing/deadline.js';

/** How many requests may be sent: client-go's `QPS` and `Burst`, https://pkg.go.dev/k8s.io/client-go/rest#Config */
export interface RateLimit {
  /** Requests per second, in the long run. */
  readonly qps: number;
  /** Requests that may be sent at once after a time of rest. */
  readonly burst: number;
}

/** Lets requests pass as fast as a limit allows, in the order in which they came. */
export interface RateLimiter {
  /**
   * Waits until one more request may be sent.
   * @throws Error at once when that is later than the deadline; the deadline's reason when it ends before
   */
  wait(deadline: Deadline): Promise<void>;
}

/**
 * A limiter that lets `burst` requests pass at once, and `qps` a second in the long run.
 * @throws RangeError when nothing could ever pass
 */
export function tokenBucket({ qps, burst }: RateLimit): RateLimiter {
  if (!(qps > 0) || !(burst >= 1)) {
    throw new RangeError(`a rate limit needs a qps above 0 and a burst of at least 1, not ${qps} and ${burst}`);
  }
  const bucket = new TokenBucket({ qps, burst }, performance.now());
  return {
    wait: async (deadline) => {
      const wait = bucket.wait(performance.now());
      if (wait > deadline.remaining())
        throw new Error(
          `the client-side limit of ${qps} requests/s leaves no time for it: raise rateLimit, or ask for less`,
        );
      bucket.take();
      if (wait === 0) return;
      try {
        await sleep(wait, undefined, { signal: deadline.signal });
      } catch (error) {
        bucket.giveBack();
        throw error;
      }
    },
  };
}
