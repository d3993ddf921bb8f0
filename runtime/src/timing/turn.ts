import type { Clock } from './clock.js';

/** Milliseconds of work that waits for nothing, after which everything else has its turn. */
const longest = 10;

/**
 * Sees to it that timers and connections have their turn. Promises that are settled already go on before either: ten thousand
 * reconciles that find nothing to do, or the conversion of a large list, would hold up the renewal of the lease, the probes
 * and every answer.
 */
export class Turn {
  readonly #clock: Clock;
  #began: number | undefined;
  #next: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be asked before a piece of work: what has to be waited for first, if anything. */
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
