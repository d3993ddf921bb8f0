/** Item that knows its neighbors in a list, so that it is removed without a search. */
export interface AgeListItem<T> {
  /** Set by the list. */
  older: T | undefined;
  newer: T | undefined;
}

/** Doubly linked list, with the oldest item first: every operation takes constant time. */
export class AgeList<T extends AgeListItem<T>> {
  #oldest: T | undefined;
  #newest: T | undefined;

  get oldest(): T | undefined {
    return this.#oldest;
  }

  /** Adds an item that is in no list as the newest. */
  push(item: T): void {
    item.older = this.#newest;
    if (this.#newest === undefined) this.#oldest = item;
    else this.#newest.newer = item;
    this.#newest = item;
  }

  /** Removes an item of this list. */
  remove(item: T): void {
    const { older, newer } = item;
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
    item.older = undefined;
    item.newer = undefined;
  }

  clear(): void {
    this.#oldest = undefined;
    this.#newest = undefined;
  }
}
