import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from './deadline.js';

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
 * A bucket that holds `burst` tokens and gets `qps` new ones a second: https://pkg.go.dev/golang.org/x/time/rate
 * @throws RangeError when nothing could ever pass
 */
export function tokenBucket({ qps, burst }: RateLimit): RateLimiter {
  if (!(qps > 0) || !(burst >= 1)) {
    throw new RangeError(`a rate limit needs a qps above 0 and a burst of at least 1, not ${qps} and ${burst}`);
  }
  // Below zero: who waits has taken a token that is still to come.
  let tokens = burst;
  let filledAt = performance.now();
  return {
    wait: async (deadline) => {
      const now = performance.now();
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * qps);
      filledAt = now;
      const wait = tokens >= 1 ? 0 : ((1 - tokens) / qps) * 1000;
      if (wait > deadline.remaining())
        throw new Error(
          `the client-side limit of ${qps} requests/s leaves no time for it: raise rateLimit, or ask for less`,
        );
      tokens -= 1;
      if (wait === 0) return;
      try {
        await sleep(wait, undefined, { signal: deadline.signal });
      } catch (error) {
        tokens += 1;
        throw error;
      }
    },
  };
}
