import { setTimeout as sleep } from 'node:timers/promises';
import { TokenBucket } from '../timing/token-bucket.js';
import type { Deadline } from '../timing/deadline.js';

/** Rate limit of requests: client-go's `QPS` and `Burst`, https://pkg.go.dev/k8s.io/client-go/rest#Config */
export interface RateLimit {
  /** Sustained requests per second. */
  readonly qps: number;
  /** Requests that can be sent at once after an idle period. */
  readonly burst: number;
}

/** Lets requests pass at the rate of a limit, in order of arrival. */
export interface RateLimiter {
  /**
   * Waits until the next request can be sent.
   * @throws Error immediately if that is after the deadline; the reason of the deadline if it ends earlier
   */
  wait(deadline: Deadline): Promise<void>;
}

/**
 * Creates a limiter that lets `burst` requests pass at once, and `qps` per second in the long run.
 * @throws RangeError if no request could ever pass
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
