import { itemExponentialFailureRateLimiter } from '../queue/rate-limiter.js';
import type { Clock } from '../timing/clock.js';

export interface EventRetriesParts<Event> {
  /** Handles an event again. */
  readonly handle: (event: Event) => void | Promise<void>;
  /** Called with each failure, and the milliseconds before the next attempt. */
  readonly failed: (event: Event, error: unknown, wait: number) => void;
  /** Called when the events of a key are given up, because too many keys wait. */
  readonly dropped: (event: Event) => void;
  /** Returns one event that stands for two successive ones of a key; undefined if there is none. */
  readonly merge: (one: Event, next: Event) => Event | undefined;
  readonly clock: Clock;
  /** Aborted to end all retries. */
  readonly signal: AbortSignal;
}

interface Waiting<Event> {
  /** Events in order, without the one that is being handled. */
  readonly events: Event[];
  cancel: () => void;
}

/** Maximum number of events of one key before they are merged, as long as few keys wait. */
const mostOfKey = 16;
const fewKeys = 1_000;
/** Maximum number of keys that wait. */
export const mostKeys = 100_000;

/**
 * Retries events whose handler failed, with a backoff for each key from 5 ms to 1000 s. Later events of the key wait
 * until the failed one is handled, so that a handler receives them in order.
 */
export class EventRetries<Event> {
  readonly #parts: EventRetriesParts<Event>;
  readonly #waiting = new Map<string, Waiting<Event>>();
  readonly #backoff = itemExponentialFailureRateLimiter();

  constructor(parts: EventRetriesParts<Event>) {
    this.#parts = parts;
    parts.signal.addEventListener('abort', () => this.#stop(), { once: true });
  }

  /** Appends an event if earlier events of its key are waiting. Reports whether there are any. */
  follows(key: string, event: Event): boolean {
    const events = this.#waiting.size === 0 ? undefined : this.#waiting.get(key)?.events;
    if (events === undefined) return false;
    const most = this.#waiting.size > fewKeys ? 1 : mostOfKey;
    const merged = events.length < most ? undefined : this.#parts.merge(events.at(-1)!, event);
    if (merged === undefined) events.push(event);
    else events[events.length - 1] = merged;
    return true;
  }

  /** Retries an event whose handler failed. */
  retry(key: string, event: Event, error: unknown): void {
    if (this.#parts.signal.aborted) return;
    const known = this.#waiting.get(key);
    // An asynchronous handler can fail after later events of the key.
    if (known !== undefined) return void known.events.unshift(event);
    if (this.#waiting.size >= mostKeys) this.#dropOldest();
    const waiting: Waiting<Event> = { events: [event], cancel: () => undefined };
    this.#waiting.set(key, waiting);
    this.#wait(key, waiting, error);
  }

  #wait(key: string, waiting: Waiting<Event>, error: unknown): void {
    const wait = this.#backoff.when(key);
    this.#parts.failed(waiting.events[0]!, error, wait);
    waiting.cancel = this.#parts.clock.after(wait, () => void this.#run(key, waiting));
  }

  async #run(key: string, waiting: Waiting<Event>): Promise<void> {
    const { events } = waiting;
    const isCurrent = (): boolean => this.#waiting.get(key) === waiting;
    while (isCurrent()) {
      const event = events.shift();
      if (event === undefined) return this.#forget(key);
      try {
        const work = this.#parts.handle(event);
        if (work instanceof Promise) await work;
      } catch (error) {
        events.unshift(event);
        if (isCurrent()) this.#wait(key, waiting, error);
        return;
      }
    }
  }

  #forget(key: string): void {
    this.#waiting.delete(key);
    this.#backoff.forget(key);
  }

  #dropOldest(): void {
    for (const [key, { events, cancel }] of this.#waiting) {
      cancel();
      this.#forget(key);
      for (const event of events) this.#parts.dropped(event);
      return;
    }
  }

  #stop(): void {
    for (const { cancel } of this.#waiting.values()) cancel();
    this.#waiting.clear();
  }
}
