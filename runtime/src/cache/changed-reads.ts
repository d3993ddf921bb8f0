import type { KubernetesObject } from '../api/object.js';
import type { ObjectKey } from '../client/resource-path.js';
import type { CacheEvent, Shared } from './cache-event.js';
import { keyText } from './object-key.js';

/** Source of the answer to a read. */
export type OwnRead<T> =
  | { readonly type: 'mirrored' }
  | { readonly type: 'stored'; readonly object: T }
  | { readonly type: 'absent' }
  /** Only a live read can determine it. */
  | { readonly type: 'ask' };

// Limits the keys that are kept if many writes are forgotten while no list succeeds.
const mostPending = 10_000;

/**
 * Tracks the keys for which a read has returned one of the client's own writes, but returns something else now that the
 * write was forgotten. If the stream reports no change of such a key, a reconciler that acted on the read would not run
 * again.
 */
export class ChangedReads<T> {
  /** Current or last answer of a read by key; undefined for a missing object. */
  readonly #answers = new Map<string, T | undefined>();
  readonly #pending = new Map<string, T | undefined>();

  /** Records that reads of the key return this answer from now on. */
  reads(key: string, read: OwnRead<T>): void {
    if (read.type === 'stored') this.#answers.set(key, read.object);
    else if (read.type === 'absent') this.#answers.set(key, undefined);
    else if (read.type === 'mirrored') this.#forget(key);
  }

  /** Records that a live read found no object, and the stream has shown none, so there will be no event. */
  vanished(key: string): void {
    if (this.#answers.get(key) !== undefined) this.#forget(key);
  }

  /** Marks all of the client's own writes as forgotten. */
  clear(): void {
    for (const key of [...this.#answers.keys()]) this.#forget(key);
  }

  /** Records that the stream has reported the key, so that every handler runs again. */
  told(key: ObjectKey): void {
    if (!this.isEmpty) this.#pending.delete(keyText(key));
  }

  /** Returns and removes the keys without an event, with the previous answer of a read. */
  take(): (readonly [string, T | undefined])[] {
    const taken = [...this.#pending];
    this.#pending.clear();
    return taken;
  }

  /** Whether there is nothing to take. */
  get isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  #forget(key: string): void {
    if (!this.#answers.has(key)) return;
    if (!this.#pending.has(key)) this.#pending.set(key, this.#answers.get(key));
    this.#answers.delete(key);
    const [oldest] = this.#pending.keys();
    if (this.#pending.size > mostPending) this.#pending.delete(oldest!);
  }
}

/**
 * Returns the events that report a change from one read to another, each undefined for a missing object. Handlers do
 * not know of an object that only reads returned, nor that it disappeared from reads; they receive both events in this
 * order.
 */
export function eventsOf<T extends KubernetesObject>(
  old: Shared<T> | undefined,
  object: Shared<T> | undefined,
): readonly CacheEvent<T>[] {
  const added = (each: Shared<T>): CacheEvent<T> => ({ type: 'add', object: each, initial: false });
  const deleted = (each: Shared<T>): CacheEvent<T> => ({ type: 'delete', object: each });
  if (object === undefined) return old === undefined ? [] : [added(old), deleted(old)];
  if (old === undefined) return [deleted(object), added(object)];
  const isSame = (['uid', 'resourceVersion'] as const).every((each) => old.metadata[each] === object.metadata[each]);
  return isSame ? [] : [{ type: 'update', object, old }];
}
