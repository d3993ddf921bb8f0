import { backgroundClock, type Clock } from '../timing/clock.js';

// Milliseconds after the last list: by then, the first reconciles of its objects are usually over.
const delay = 10_000;

/** The garbage collection that Node.js offers with `--expose-gc`; its options are those of V8's `gc` extension. */
export type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => unknown;

/**
 * Gives unused memory back to the system after caches were filled. While lists are read, V8 takes up to twice the
 * memory of what remains, and an operator that has little to do afterwards allocates too little for another collection.
 * Without `--expose-gc`, nothing is collected; the image of a scaffolded project sets this flag. Decision 51 has
 * measurements.
 */
export class Compaction {
  readonly #clock: Clock;
  readonly #collect: Collect | undefined;
  #cancel = (): void => undefined;

  constructor(clock: Clock = backgroundClock, collect = (globalThis as { readonly gc?: Collect }).gc) {
    this.#clock = clock;
    this.#collect = collect;
  }

  /** Records that a cache was filled. Collects once if no other cache is filled for a while. */
  filled(): void {
    this.stop();
    if (this.#collect === undefined) return;
    this.#cancel = this.#clock.after(delay, () => {
      this.#collect?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
    });
  }

  stop(): void {
    this.#cancel();
  }
}
