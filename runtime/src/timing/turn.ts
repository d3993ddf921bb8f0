import type { Clock } from './clock.js';

/** Maximum milliseconds of uninterrupted work before timers and connections run. */
const longest = 10;

/**
 * Lets timers and connections run. Promises that are already settled continue before either: ten thousand reconciles
 * without work, or the conversion of a large list, would block the renewal of the lease, the probes and every answer.
 */
export class Turn {
  readonly #clock: Clock;
  #began: number | undefined;
  #next: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns what to wait for before the next piece of work, if anything. */
  over(): Promise<void> | undefined {
    if (this.#next !== undefined) return this.#next;
    const now = this.#clock.now();
    if (this.#began === undefined) {
      this.#began = now;
      setImmediate(() => (this.#began = undefined));
    } else if (now - this.#began > longest) {
      this.#next = new Promise((resolve) => {
        setImmediate(() => {
          this.#next = undefined;
          resolve();
        });
      });
    }
    return this.#next;
  }
}
