import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../timing/clock.js';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/**
 * Clock that stands still until a test advances it. Use it for everything that has a `clock` option: queues, rate
 * limiters, leases. See https://pkg.go.dev/k8s.io/utils/clock/testing#FakeClock
 */
export class FakeClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  /** @param now initial time in milliseconds */
  constructor(now = 0) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(delay: number, callback: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, delay), callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Number of pending timers. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Advances the time by some milliseconds, and calls due timers in order, each at its own time. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    while (this.#fire(end));
    this.#now = end;
  }

  /** Advances the time as `advance` does, and lets pending promises continue before each timer. */
  async advanceAsync(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    do await nextTurn();
    while (this.#fire(end));
    this.#now = end;
  }

  /** Calls the first timer that is due by then. */
  #fire(end: number): boolean {
    let first: Timer | undefined;
    // Among timers for the same time, the one that was set first: a Set keeps that order.
    for (const timer of this.#timers)
      if (timer.at <= end && (first === undefined || timer.at < first.at)) first = timer;
    if (first === undefined) return false;
    this.#timers.delete(first);
    this.#now = Math.max(this.#now, first.at);
    first.callback();
    return true;
  }
}
