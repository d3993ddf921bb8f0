/** Rate in tokens per second, and capacity of a bucket. */
export interface BucketSize {
  readonly qps: number;
  readonly burst: number;
}

/**
 * Bucket that is full at first and receives tokens at a constant rate. Future tokens can be taken as well, and the
 * caller waits for them. See https://pkg.go.dev/golang.org/x/time/rate
 */
export class TokenBucket {
  readonly #size: BucketSize;
  /** Negative if future tokens have been taken. */
  #tokens: number;
  #filledAt: number;

  /** @param now monotonic milliseconds, as in every method */
  constructor(size: BucketSize, now: number) {
    this.#size = size;
    this.#tokens = size.burst;
    this.#filledAt = now;
  }

  /** Returns the milliseconds until a token is available; zero if one is. */
  wait(now: number): number {
    const { qps, burst } = this.#size;
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) * qps) / 1000);
    this.#filledAt = now;
    return this.#tokens >= 1 ? 0 : ((1 - this.#tokens) * 1000) / qps;
  }

  /** Takes a token, available or future. */
  take(): void {
    this.#tokens -= 1;
  }

  /** Returns an unused token to the bucket. */
  giveBack(): void {
    this.#tokens += 1;
  }
}
