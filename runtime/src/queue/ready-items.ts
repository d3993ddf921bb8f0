import { AgeList, type AgeListItem } from './age-list.js';
import { Heap, type HeapItem } from './heap.js';

/** Item that can be taken. */
export interface ReadyItem<T> extends HeapItem, AgeListItem<T> {
  readonly priority: number;
  /** Order among equal priorities, lowest first. */
  readonly order: number;
}

/**
 * The item that has waited longest is taken within this many turns, whatever its priority: while higher priorities keep
 * the workers busy, every fifth turn is for the others.
 */
const turnsOfOldest = 5;

/** Items that can be taken: by priority and order, or the oldest after it was passed over too often. */
export class ReadyItems<T extends ReadyItem<T>> {
  readonly #byPriority = new Heap<T>((one, other) =>
    one.priority === other.priority ? one.order < other.order : one.priority > other.priority,
  );
  /** The same items, by the time at which they could first be taken. */
  readonly #byAge = new AgeList<T>();
  /** Number of consecutive turns in which the oldest item was passed over. */
  #passedOver = 0;

  push(item: T): void {
    this.#byPriority.push(item);
    this.#byAge.push(item);
  }

  /** Moves an item to its new position after its priority or order has changed. Ignores an item that cannot be taken. */
  move(item: T): void {
    if (item.position >= 0) this.#byPriority.move(item);
  }

  /** Removes and returns the next item. */
  next(): T | undefined {
    const { oldest } = this.#byAge;
    const isDue = this.#passedOver >= turnsOfOldest - 1;
    const next = isDue ? oldest : this.#byPriority.peek();
    if (next === undefined) return undefined;
    this.#passedOver = next === oldest ? 0 : this.#passedOver + 1;
    this.#byPriority.remove(next);
    this.#byAge.remove(next);
    return next;
  }

  clear(): void {
    this.#byPriority.clear();
    this.#byAge.clear();
  }
}
