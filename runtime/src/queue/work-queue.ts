import { realClock, type Clock } from '../timing/clock.js';
import { deferred, type Deferred } from '../timing/deferred.js';
import { guardedRateLimiter } from './guarded-rate-limiter.js';
import { Heap } from './heap.js';
import type { QueueObserver } from './queue-observer.js';
import { soonest, type QueueSnapshot } from './queue-snapshot.js';
import { ReadyItems, type ReadyItem } from './ready-items.js';
import { itemExponentialFailureRateLimiter, type RateLimiter } from './rate-limiter.js';

/**
 * Options of adding a key. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue#AddOpts
 */
export interface AddOptions {
  /** Priority, higher ones first; defaults to zero. */
  readonly priority?: number | undefined;
  /** Milliseconds before the key can be taken. */
  readonly after?: number | undefined;
  /** Whether the key waits for its backoff, or for `after` if that is shorter. */
  readonly rateLimited?: boolean | undefined;
}

/** Key that was taken, and its priority. */
export interface Taken<T> {
  readonly key: T;
  readonly priority: number;
}

export interface WorkQueueOptions {
  /**
   * Backoff of a key after a failure; by default from 5 ms to 1000 s, doubling with each failure. The default also
   * applies if the limiter throws, or returns anything other than milliseconds.
   */
  readonly rateLimiter?: RateLimiter;
  /** Called with the error of a rate limiter that throws, or returns anything other than milliseconds. */
  readonly limiterFailed?: (error: unknown) => void;
  /** False to ignore priorities, so that only the order of keys counts. */
  readonly usePriorities?: boolean;
  readonly clock?: Clock;
  readonly observer?: QueueObserver;
}

interface Item<T> extends ReadyItem<Item<T>> {
  readonly id: string;
  readonly key: T;
  priority: number;
  /** Order among equal priorities, lowest first. */
  order: number;
  /** Monotonic milliseconds before which it is not taken; undefined once that time has come. */
  readyAt: number | undefined;
  /** Start of its wait to be taken. */
  since: number;
}

/**
 * Queue of keys with the guarantees of controller-runtime's priority queue: a key waits at most once, with the highest
 * of its priorities and at the earliest of its times; it is never processed concurrently; if it is added while it is
 * processed, it is queued again afterwards.
 *
 * And one more: no key starves. When a key can be taken, and n keys could be taken before it, it is taken within
 * 5 (n + 1) turns, however many keys of higher priorities are added. A turn is one result of `take`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue#PriorityQueue
 */
export class WorkQueue<T> {
  readonly #id: (key: T) => string;
  readonly #rateLimiter: RateLimiter;
  readonly #usePriorities: boolean;
  readonly #clock: Clock;
  readonly #observer: QueueObserver;
  /** All waiting keys, whether for their time, their turn, or the end of their processing. */
  readonly #items = new Map<string, Item<T>>();
  /** Keys that can be taken. */
  readonly #ready = new ReadyItems<Item<T>>();
  /** Keys whose time has not come. */
  readonly #delayed = new Heap<Item<T>>((one, other) =>
    one.readyAt === other.readyAt ? one.order < other.order : one.readyAt! < other.readyAt!,
  );
  /** Keys that are being processed, with their start time. */
  readonly #active = new Map<string, number>();
  readonly #takers: Deferred<Taken<T> | undefined>[] = [];
  /** A single timer, for the first delayed key. */
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;
  #order = 0;
  #closed = false;

  /** @param id returns a text that is equal for equal keys */
  constructor(id: (key: T) => string, options: WorkQueueOptions = {}) {
    this.#id = id;
    const { rateLimiter, limiterFailed = () => undefined } = options;
    this.#rateLimiter =
      rateLimiter === undefined ? itemExponentialFailureRateLimiter() : guardedRateLimiter(rateLimiter, limiterFailed);
    this.#usePriorities = options.usePriorities ?? true;
    this.#clock = options.clock ?? realClock;
    this.#observer = options.observer ?? {};
    this.#observer.opened?.(() => this.#unfinishedWork());
  }

  /** Number of keys that wait for their turn, or for the end of their processing; excludes delayed keys. */
  get depth(): number {
    return this.#items.size - this.#delayed.size;
  }

  /**
   * Adds a key.
   * @throws RangeError if a number is invalid: such a key would never be due, or always
   */
  add(key: T, { priority = 0, after = 0, rateLimited = false }: AddOptions = {}): void {
    if (!Number.isFinite(after)) throw new RangeError(`a key cannot be added after ${after} ms`);
    if (!Number.isFinite(priority)) throw new RangeError(`a key cannot be added with the priority ${priority}`);
    if (this.#closed) return;
    const id = this.#id(key);
    const backoff = rateLimited ? this.#rateLimiter.when(id) : after;
    const delay = after > 0 ? Math.min(after, backoff) : backoff;
    if (delay > 0) this.#observer.retried?.();
    const readyAt = delay > 0 ? this.#clock.now() + delay : undefined;
    const known = this.#items.get(id);
    if (known === undefined) this.#insert(id, key, this.#usePriorities ? priority : 0, readyAt);
    else this.#merge(known, this.#usePriorities ? priority : 0, readyAt);
  }

  /** Adds a key after a delay in milliseconds; of several delays, the earliest counts. */
  addAfter(key: T, after: number, priority?: number): void {
    this.add(key, { after, priority });
  }

  /** Adds a key after its backoff, which grows with every failure since `forget`. */
  addRateLimited(key: T, priority?: number): void {
    this.add(key, { rateLimited: true, priority });
  }

  /** Resets a key's backoff: the next failure waits as long as the first. */
  forget(key: T): void {
    this.#rateLimiter.forget(this.#id(key));
  }

  /** Returns the failures of a key since it was forgotten. */
  failures(key: T): number {
    return this.#rateLimiter.numRequeues(this.#id(key));
  }

  /**
   * Takes the next key, waiting if there is none. Undefined once the queue is closed. The caller must call `done` for
   * each key.
   */
  take(): Promise<Taken<T> | undefined> {
    if (this.#closed) return Promise.resolve(undefined);
    const taker = deferred<Taken<T> | undefined>();
    this.#takers.push(taker);
    this.#serve();
    return taker.promise;
  }

  /** Ends the processing of a key; if it was added in the meantime, it is queued again. */
  done(key: T): void {
    const id = this.#id(key);
    const since = this.#active.get(id);
    if (since === undefined) return;
    this.#active.delete(id);
    this.#observer.finished?.((this.#clock.now() - since) / 1000);
    const again = this.#items.get(id);
    if (again === undefined || again.readyAt !== undefined) return;
    this.#ready.push(again);
    this.#serve();
  }

  /** Hands out no more keys and drops waiting ones. Processing in progress continues. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#items.clear();
    this.#ready.clear();
    this.#delayed.clear();
    this.#observer.closed?.();
    for (const taker of this.#takers.splice(0)) taker.resolve(undefined);
  }

  /**
   * Returns the current state.
   * @param mostWaiting maximum number of delayed keys in the result
   */
  snapshot(mostWaiting: number): QueueSnapshot {
    return {
      ready: this.depth,
      delayed: this.#delayed.size,
      processing: Array.from(this.#active, ([id, since]) => ({ id, since, queuedAgain: this.#items.has(id) })),
      waiting: soonest(this.#items.values(), mostWaiting).map(({ id, readyAt }) => ({
        id,
        readyAt: readyAt!,
        failures: this.#rateLimiter.numRequeues(id),
      })),
    };
  }

  #insert(id: string, key: T, priority: number, readyAt: number | undefined): void {
    const item: Item<T> = {
      id,
      key,
      priority,
      order: (this.#order += 1),
      readyAt,
      since: 0,
      position: -1,
      older: undefined,
      newer: undefined,
    };
    this.#items.set(id, item);
    if (readyAt === undefined) {
      this.#admit(item);
      this.#serve();
      return;
    }
    this.#delayed.push(item);
    this.#setTimer();
  }

  #merge(item: Item<T>, priority: number, readyAt: number | undefined): void {
    if (priority > item.priority) this.#raise(item, priority);
    if (item.readyAt === undefined) return;
    if (readyAt === undefined) {
      this.#delayed.remove(item);
      this.#admit(item);
      this.#serve();
    } else if (readyAt < item.readyAt) {
      item.readyAt = readyAt;
      this.#delayed.move(item);
      this.#setTimer();
    }
  }

  #raise(item: Item<T>, priority: number): void {
    const before = item.priority;
    item.priority = priority;
    if (item.readyAt !== undefined) return;
    // After keys that already had this priority.
    item.order = this.#order += 1;
    this.#ready.move(item);
    this.#observer.raised?.(before, priority);
  }

  /** Makes a due item ready. While its key is processed, it is in no heap, so that it cannot be taken. */
  #admit(item: Item<T>): void {
    item.readyAt = undefined;
    item.order = this.#order += 1;
    item.since = this.#clock.now();
    this.#observer.added?.(this.#usePriorities ? item.priority : undefined);
    if (!this.#active.has(item.id)) this.#ready.push(item);
  }

  #setTimer(): void {
    const at = this.#delayed.peek()?.readyAt;
    // A timer that fires too early finds nothing due, and is set again.
    if (at === undefined || (this.#timer !== undefined && this.#timer.at <= at)) return;
    this.#timer?.cancel();
    const cancel = this.#clock.after(at - this.#clock.now(), () => {
      this.#timer = undefined;
      this.#admitDue();
    });
    this.#timer = { at, cancel };
  }

  #admitDue(): void {
    const now = this.#clock.now();
    for (let first = this.#delayed.peek(); first !== undefined && first.readyAt! <= now; first = this.#delayed.peek()) {
      this.#delayed.remove(first);
      this.#admit(first);
    }
    // Served only now, so that among keys that become due together, the one with the highest priority comes first.
    this.#serve();
    this.#setTimer();
  }

  #serve(): void {
    while (this.#takers.length > 0) {
      const item = this.#ready.next();
      if (item === undefined) return;
      const now = this.#clock.now();
      this.#items.delete(item.id);
      this.#active.set(item.id, now);
      this.#observer.started?.((now - item.since) / 1000, this.#usePriorities ? item.priority : undefined);
      this.#takers.shift()!.resolve({ key: item.key, priority: item.priority });
    }
  }

  #unfinishedWork(): { readonly seconds: number; readonly longest: number } {
    const now = this.#clock.now();
    let [seconds, longest] = [0, 0];
    for (const since of this.#active.values()) {
      seconds += (now - since) / 1000;
      longest = Math.max(longest, (now - since) / 1000);
    }
    return { seconds, longest };
  }
}
