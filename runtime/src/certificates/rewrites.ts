/** Milliseconds before a value that was overwritten is written again; they double up to the limit below. */
const firstWait = 1000;
const longestWait = 60_000;
/**
 * Number of consecutive writes without a wait: other clients may write at the same time, and someone may remove a value
 * twice.
 */
const atOnce = 2;

/** Counts consecutive writes of each value: a value that keeps being overwritten is written less and less often. */
export class Rewrites {
  readonly #now: () => number;
  readonly #written = new Map<string, { readonly count: number; readonly at: number }>();

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the milliseconds until a value can be written; zero or less for now. */
  wait(thing: string): number {
    const { count, at } = this.#last(thing);
    if (count < atOnce) return 0;
    return at + Math.min(longestWait, firstWait * 2 ** (count - atOnce)) - this.#now();
  }

  /** Records that a value is about to be written. Reports whether an earlier write was overwritten. */
  writes(thing: string): boolean {
    const { count } = this.#last(thing);
    this.#written.set(thing, { count: count + 1, at: this.#now() });
    return count >= atOnce;
  }

  #last(thing: string): { readonly count: number; readonly at: number } {
    const last = this.#written.get(thing);
    // A value that has stayed for twice the longest wait is considered stable.
    const isOver = last === undefined || this.#now() - last.at > 2 * longestWait;
    return isOver ? { count: 0, at: 0 } : last;
  }
}
