import { realClock, type Clock } from './clock.js';
import { deferred, type Deferred } from './deferred.js';

/** Told of what happens in a queue; how the metrics see it. Durations are in seconds. */
export interface QueueObserver {
  added?(depth: number): void;
  retried?(): void;
  started?(waited: number, depth: number): void;
  finished?(worked: number): void;
}

export interface WorkQueueOptions {
  /** First wait after a failure, in milliseconds; it doubles with each further one. */
  readonly baseDelay?: number;
  readonly maxDelay?: number;
  readonly clock?: Clock;
  readonly observer?: QueueObserver;
}

/**
 * A queue of keys with the guarantees of client-go's workqueue: a key waits at most once, is never worked on twice at the
 * same time, and one that is added while it is worked on comes back afterwards.
 */
export class WorkQueue<T> {
  readonly #id: (key: T) => string;
  readonly #baseDelay: number;
  readonly #maxDelay: number;
  readonly #clock: Clock;
  readonly #observer: QueueObserver;
  /** Keys that wait, in order, with the time when each was added. */
  readonly #waiting = new Map<string, { readonly key: T; readonly since: number }>();
  /** Keys that are worked on, with the time when that began. */
  readonly #active = new Map<string, number>();
  /** Keys that were added while they were worked on. */
  readonly #again = new Map<string, T>();
  /** Keys that are added later: when, and how to call it off. */
  readonly #later = new Map<string, { readonly at: number; readonly cancel: () => void }>();
  readonly #failures = new Map<string, number>();
  readonly #takers: Deferred<T | undefined>[] = [];
  #closed = false;

  /** @param id text that is equal for equal keys */
  constructor(id: (key: T) => string, options: WorkQueueOptions = {}) {
    this.#id = id;
    this.#baseDelay = options.baseDelay ?? 5;
    this.#maxDelay = options.maxDelay ?? 1_000_000;
    this.#clock = options.clock ?? realClock;
    this.#observer = options.observer ?? {};
  }

  /** Keys that wait now; not those that come later. */
  get depth(): number {
    return this.#waiting.size;
  }

  add(key: T): void {
    const id = this.#id(key);
    if (this.#closed || this.#waiting.has(id)) return;
    if (this.#active.has(id)) {
      this.#again.set(id, key);
      return;
    }
    this.#waiting.set(id, { key, since: this.#clock.now() });
    this.#observer.added?.(this.#waiting.size);
    this.#serve();
  }

  /**
   * Adds a key after a time in milliseconds; of several times the earliest counts.
   * @throws RangeError when the time is not a number
   */
  addAfter(key: T, delay: number): void {
    if (Number.isNaN(delay)) throw new RangeError('a key cannot be added after NaN ms');
    if (this.#closed) return;
    if (delay <= 0) {
      this.add(key);
      return;
    }
    const id = this.#id(key);
    const at = this.#clock.now() + delay;
    const known = this.#later.get(id);
    if (known !== undefined && known.at <= at) return;
    known?.cancel();
    const cancel = this.#clock.after(delay, () => {
      this.#later.delete(id);
      // A timer that was cut to what a timer can be has time left.
      this.addAfter(key, at - this.#clock.now());
    });
    this.#later.set(id, { at, cancel });
  }

  /** Adds a key after its back-off: longer with every failure since `forget`. */
  addRateLimited(key: T): void {
    const id = this.#id(key);
    const failures = this.#failures.get(id) ?? 0;
    this.#failures.set(id, failures + 1);
    this.#observer.retried?.();
    this.addAfter(key, Math.min(this.#maxDelay, this.#baseDelay * 2 ** failures));
  }

  /** Ends a key's back-off: the next failure waits as the first did. */
  forget(key: T): void {
    this.#failures.delete(this.#id(key));
  }

  failures(key: T): number {
    return this.#failures.get(this.#id(key)) ?? 0;
  }

  /** Takes the next key, waiting for one. Undefined once the queue is closed. Whoever takes a key must say `done`. */
  async take(): Promise<T | undefined> {
    const taker = deferred<T | undefined>();
    this.#takers.push(taker);
    this.#serve();
    return taker.promise;
  }

  /** Says that the work on a key is over; if it was added meanwhile, it waits again. */
  done(key: T): void {
    const id = this.#id(key);
    const since = this.#active.get(id);
    if (since === undefined) return;
    this.#active.delete(id);
    this.#observer.finished?.((this.#clock.now() - since) / 1000);
    if (this.#again.delete(id)) this.add(key);
  }

  /** Gives out no further key and drops what waits. Work that was begun goes on. */
  close(): void {
    this.#closed = true;
    for (const { cancel } of this.#later.values()) cancel();
    this.#later.clear();
    this.#waiting.clear();
    this.#serve();
  }

  #serve(): void {
    if (this.#closed) {
      for (const taker of this.#takers.splice(0)) taker.resolve(undefined);
      return;
    }
    for (const [id, { key, since }] of this.#waiting) {
      const taker = this.#takers.shift();
      if (taker === undefined) return;
      const now = this.#clock.now();
      this.#waiting.delete(id);
      this.#active.set(id, now);
      this.#observer.started?.((now - since) / 1000, this.#waiting.size);
      taker.resolve(key);
    }
  }
}
