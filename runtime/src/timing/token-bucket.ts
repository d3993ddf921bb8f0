/** How fast a bucket fills, in tokens a second, and how many it holds. */
export interface BucketSize {
  readonly qps: number;
  readonly burst: number;
}

/**
 * A bucket that is full at first and gets new tokens at a steady rate. Those that are still to come can be taken as well: who
 * takes one waits for it. https://pkg.go.dev/golang.org/x/time/rate
 */
export class TokenBucket {
  readonly #size: BucketSize;
  /** Below zero: tokens that are promised to those who wait already. */
  #tokens: number;
  #filledAt: number;

  /** @param now monotonic milliseconds, as in every call */
  constructor(size: BucketSize, now: number) {
    this.#size = size;
    this.#tokens = size.burst;
    this.#filledAt = now;
  }

  /** Milliseconds until one more token is there; zero where it is. */
  wait(now: number): number {
    const { qps, burst } = this.#size;
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) * qps) / 1000);
    this.#filledAt = now;
    return this.#tokens >= 1 ? 0 : ((1 - this.#tokens) * 1000) / qps;
  }

  /** Takes a token, be it there or still to come. */
  take(): void {
    this.#tokens -= 1;
  }

  /** Puts one back that was taken and not used. */
  giveBack(): void {
    this.#tokens += 1;
  }
}
