/** Item that knows its position in a heap, so that it is moved and removed without a search. */
export interface HeapItem {
  /** Set by the heap; -1 for an item that is in no heap. */
  position: number;
}

/** Binary heap whose items can be moved and removed: every operation except `peek` takes O(log n). */
export class Heap<T extends HeapItem> {
  readonly #before: (one: T, other: T) => boolean;
  readonly #items: T[] = [];

  /** @param before reports whether `one` comes out before `other` */
  constructor(before: (one: T, other: T) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#items.length;
  }

  /** Returns the next item without removing it. */
  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    this.#rise(item, this.#items.length);
  }

  remove(item: T): void {
    const { position } = item;
    item.position = -1;
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    last.position = position;
    this.move(last);
  }

  /** Moves an item to its new position after its order has changed. */
  move(item: T): void {
    this.#sink(item, this.#rise(item, item.position));
  }

  clear(): void {
    for (const item of this.#items) item.position = -1;
    this.#items.length = 0;
  }

  #rise(item: T, from: number): number {
    let position = from;
    while (position > 0) {
      const above = (position - 1) >> 1;
      const parent = this.#items[above]!;
      if (!this.#before(item, parent)) break;
      this.#put(parent, position);
      position = above;
    }
    this.#put(item, position);
    return position;
  }

  #sink(item: T, from: number): void {
    let position = from;
    for (;;) {
      let below = 2 * position + 1;
      if (below >= this.#items.length) break;
      if (below + 1 < this.#items.length && this.#before(this.#items[below + 1]!, this.#items[below]!)) below += 1;
      const child = this.#items[below]!;
      if (!this.#before(child, item)) break;
      this.#put(child, position);
      position = below;
    }
    this.#put(item, position);
  }

  #put(item: T, position: number): void {
    this.#items[position] = item;
    item.position = position;
  }
}
