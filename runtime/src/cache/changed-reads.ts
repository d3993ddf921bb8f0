import type { KubernetesObject } from '../api/object.js';
import type { ObjectKey } from '../client/resource-path.js';
import type { CacheEvent, Shared } from './cache-event.js';
import { keyText } from './object-key.js';

/** Where a read finds its answer. */
export type OwnRead<T> =
  | { readonly type: 'mirrored' }
  | { readonly type: 'stored'; readonly object: T }
  | { readonly type: 'absent' }
  /** Only a live read can tell. */
  | { readonly type: 'ask' };

// What is forgotten at once, while no list can be had, must not be kept without end.
const mostPending = 10_000;

/**
 * Knows of which keys a read has answered one of our own writes, and answers something else since that write was
 * forgotten. Where the stream tells nothing of such a key, nobody who acted on the read would look again.
 */
export class ChangedReads<T> {
  /** What a read of a key answers, or has answered last; undefined for nothing. */
  readonly #answers = new Map<string, T | undefined>();
  readonly #pending = new Map<string, T | undefined>();

  /** A read of the key comes to this from now on. */
  reads(key: string, read: OwnRead<T>): void {
    if (read.type === 'stored') this.#answers.set(key, read.object);
    else if (read.type === 'absent') this.#answers.set(key, undefined);
    else if (read.type === 'mirrored') this.#forget(key);
  }

  /** A live read has found nothing where the stream has shown nothing: it has nothing to tell. */
  vanished(key: string): void {
    if (this.#answers.get(key) !== undefined) this.#forget(key);
  }

  /** All of our own writes are forgotten. */
  clear(): void {
    for (const key of [...this.#answers.keys()]) this.#forget(key);
  }

  /** The stream has told of the key: everybody looks again. */
  told(key: ObjectKey): void {
    if (!this.isEmpty) this.#pending.delete(keyText(key));
  }

  /** The keys of which nothing was told, with what a read has answered before. */
  take(): (readonly [string, T | undefined])[] {
    const taken = [...this.#pending];
    this.#pending.clear();
    return taken;
  }

  /** Whether there is anything to take. */
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
 * The events that tell handlers of a change from one read to another, each undefined where nothing is read. Handlers have not
 * heard of an object that only reads had, nor that one was gone for them: they hear of both, in this order.
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
