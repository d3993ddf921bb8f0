import { realClock } from '../timing/clock.js';
import { pause } from '../timing/wait.js';

/**
 * Exponential backoff with jitter, so that many clients do not return at the same moment. Times are in milliseconds.
 */
export class Backoff {
  readonly #first: number;
  readonly #longest: number;
  readonly #quiet: number;
  #next: number;
  #last = -Infinity;

  /** @param quiet after this time without waiting, the next wait is short again */
  constructor(first: number, longest: number, quiet = Infinity) {
    this.#first = first;
    this.#longest = longest;
    this.#quiet = quiet;
    this.#next = first;
  }

  /** Resets the backoff after a success: the next wait is short again. */
  reset(): void {
    this.#next = this.#first;
  }

  /** Resolves after the wait, or immediately when `signal` is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    if (performance.now() - this.#last > this.#quiet) this.reset();
    const wait = this.#next * (0.5 + Math.random());
    this.#next = Math.min(this.#longest, this.#next * 2);
    await pause(realClock, wait, signal);
    this.#last = performance.now();
  }
}
