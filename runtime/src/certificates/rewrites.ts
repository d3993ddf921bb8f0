/** Milliseconds, as below, of the wait before something is written once more that did not stay; it doubles. */
const firstWait = 1000;
const longestWait = 60_000;
/** So many writes in a row are made at once: others may write at the same time, and somebody may take a thing out twice. */
const atOnce = 2;

/** How often each thing was written in a row: what does not stay is written more and more seldom. */
export class Rewrites {
  readonly #now: () => number;
  readonly #written = new Map<string, { readonly count: number; readonly at: number }>();

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds until a thing may be written; zero or less for now. */
  wait(thing: string): number {
    const { count, at } = this.#last(thing);
    if (count < atOnce) return 0;
    return at + Math.min(longestWait, firstWait * 2 ** (count - atOnce)) - this.#now();
  }

  /** A thing is about to be written. Answers whether it has not stayed as it was written before. */
  writes(thing: string): boolean {
    const { count } = this.#last(thing);
    this.#written.set(thing, { count: count + 1, at: this.#now() });
    return count >= atOnce;
  }

  #last(thing: string): { readonly count: number; readonly at: number } {
    const last = this.#written.get(thing);
    // What has stayed for twice the longest wait has stayed.
    const isOver = last === undefined || this.#now() - last.at > 2 * longestWait;
    return isOver ? { count: 0, at: 0 } : last;
  }
}
