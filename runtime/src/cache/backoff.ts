import { realClock } from '../timing/clock.js';
import { pause } from '../timing/wait.js';

/** Waits that double, with jitter, so that many clients do not come back in the same moment. Milliseconds. */
export class Backoff {
  readonly #first: number;
  readonly #longest: number;
  readonly #quiet: number;
  #next: number;
  #last = -Infinity;

  /** @param quiet when so long nothing was waited for, the next wait is short again */
  constructor(first: number, longest: number, quiet = Infinity) {
    this.#first = first;
    this.#longest = longest;
    this.#quiet = quiet;
    this.#next = first;
  }

  /** Called when things went well: the next wait is short again. */
  reset(): void {
    this.#next = this.#first;
  }

  /** Resolves after the wait, or at once when `signal` is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    if (performance.now() - this.#last > this.#quiet) this.reset();
    const wait = this.#next * (0.5 + Math.random());
    this.#next = Math.min(this.#longest, this.#next * 2);
    await pause(realClock, wait, signal);
    this.#last = performance.now();
  }
}
