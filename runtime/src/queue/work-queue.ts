import { realClock, type Clock } from '../timing/clock.js';
import { deferred, type Deferred } from '../timing/deferred.js';
import { Heap, type HeapItem } from './heap.js';
import type { QueueObserver } from './queue-observer.js';
import { itemExponentialFailureRateLimiter, type RateLimiter } from './rate-limiter.js';

/** How a key is added. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue#AddOpts */
export interface AddOptions {
  /** A key with a higher one is taken first; zero unless said otherwise. */
  readonly priority?: number | undefined;
  /** Milliseconds before which the key is not taken. */
  readonly after?: number | undefined;
  /** The key waits for its back-off, or for `after` where that is shorter. */
  readonly rateLimited?: boolean | undefined;
}

/** A key that was taken, and the priority that it had. */
export interface Taken<T> {
  readonly key: T;
  readonly priority: number;
}

export interface WorkQueueOptions {
  /** How long a key waits after a failure; 5 ms to 1000 s, doubled with each failure, unless said otherwise. */
  readonly rateLimiter?: RateLimiter;
  /** False where all keys are equal and only their order counts. */
  readonly usePriorities?: boolean;
  readonly clock?: Clock;
  readonly observer?: QueueObserver;
}

interface Item<T> extends HeapItem {
  readonly id: string;
  readonly key: T;
  priority: number;
  /** Among equal priorities the least comes first. */
  order: number;
  /** Monotonic milliseconds before which it is not taken; undefined once that time has come. */
  readyAt: number | undefined;
  /** Since when it waits to be taken. */
  since: number;
}

/**
 * A queue of keys with the guarantees of controller-runtime's priority queue: a key waits at most once, with the highest of its
 * priorities and at the earliest of its times; it is never worked on twice at the same time; one that is added while it
 * is worked on comes back afterwards.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue#PriorityQueue
 */
export class WorkQueue<T> {
  readonly #id: (key: T) => string;
  readonly #rateLimiter: RateLimiter;
  readonly #usePriorities: boolean;
  readonly #clock: Clock;
  readonly #observer: QueueObserver;
  /** Every key that waits, whether for its time, for its turn or for the end of the work on it. */
  readonly #items = new Map<string, Item<T>>();
  /** Those that may be taken. */
  readonly #ready = new Heap<Item<T>>((one, other) =>
    one.priority === other.priority ? one.order < other.order : one.priority > other.priority,
  );
  /** Those whose time has not come. */
  readonly #delayed = new Heap<Item<T>>((one, other) =>
    one.readyAt === other.readyAt ? one.order < other.order : one.readyAt! < other.readyAt!,
  );
  /** Keys that are worked on, with the time when that began. */
  readonly #active = new Map<string, number>();
  readonly #takers: Deferred<Taken<T> | undefined>[] = [];
  /** One timer, for the first of the delayed. */
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;
  #order = 0;
  #closed = false;

  /** @param id text that is equal for equal keys */
  constructor(id: (key: T) => string, options: WorkQueueOptions = {}) {
    this.#id = id;
    this.#rateLimiter = options.rateLimiter ?? itemExponentialFailureRateLimiter();
    this.#usePriorities = options.usePriorities ?? true;
    this.#clock = options.clock ?? realClock;
    this.#observer = options.observer ?? {};
    this.#observer.opened?.(() => this.#unfinishedWork());
  }

  /** Keys that wait for their turn, or for the end of the work on them; not those whose time has not come. */
  get depth(): number {
    return this.#items.size - this.#delayed.size;
  }

  /** @throws RangeError when a number is none: such a key would come at no time, or at any */
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

  /** Adds a key after a time in milliseconds; of several times the earliest counts. */
  addAfter(key: T, after: number, priority?: number): void {
    this.add(key, { after, priority });
  }

  /** Adds a key after its back-off: longer with every failure since `forget`. */
  addRateLimited(key: T, priority?: number): void {
    this.add(key, { rateLimited: true, priority });
  }

  /** Ends a key's back-off: the next failure waits as the first did. */
  forget(key: T): void {
    this.#rateLimiter.forget(this.#id(key));
  }

  /** Failures of a key since it was forgotten. */
  failures(key: T): number {
    return this.#rateLimiter.numRequeues(this.#id(key));
  }

  /** Takes the next key, waiting for one. Undefined once the queue is closed. Whoever takes a key must say `done`. */
  take(): Promise<Taken<T> | undefined> {
    if (this.#closed) return Promise.resolve(undefined);
    const taker = deferred<Taken<T> | undefined>();
    this.#takers.push(taker);
    this.#serve();
    return taker.promise;
  }

  /** Says that the work on a key is over; if it was added meanwhile, it waits for its turn again. */
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

  /** Gives out no further key and drops what waits. Work that was begun goes on. */
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

  #insert(id: string, key: T, priority: number, readyAt: number | undefined): void {
    const item: Item<T> = { id, key, priority, order: (this.#order += 1), readyAt, since: 0, position: -1 };
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
    // Behind those that had this priority already.
    item.order = this.#order += 1;
    if (item.position >= 0) this.#ready.move(item);
    this.#observer.raised?.(before, priority);
  }

  /** The item's time has come. While its key is worked on it waits in no heap: nobody may take it. */
  #admit(item: Item<T>): void {
    item.readyAt = undefined;
    item.order = this.#order += 1;
    item.since = this.#clock.now();
    this.#observer.added?.(this.#usePriorities ? item.priority : undefined);
    if (!this.#active.has(item.id)) this.#ready.push(item);
  }

  #setTimer(): void {
    const at = this.#delayed.peek()?.readyAt;
    // A timer that is too early finds nothing due, and is set again.
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
    // Only now: of those whose time has come together the one with the highest priority is the first.
    this.#serve();
    this.#setTimer();
  }

  #serve(): void {
    while (this.#takers.length > 0) {
      const item = this.#ready.pop();
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
