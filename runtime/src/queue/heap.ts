/** Something that knows where it stands in a heap, so that it is moved and removed without a search. */
export interface HeapItem {
  /** Kept by the heap; -1 for an item that stands in none. */
  position: number;
}

/** A binary heap whose items can be moved and removed: everything but `peek` takes O(log n). */
export class Heap<T extends HeapItem> {
  readonly #before: (one: T, other: T) => boolean;
  readonly #items: T[] = [];

  /** @param before whether `one` comes out earlier than `other` */
  constructor(before: (one: T, other: T) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The item that comes out next; it stays. */
  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    this.#rise(item, this.#items.length);
  }

  pop(): T | undefined {
    const first = this.#items[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  remove(item: T): void {
    const { position } = item;
    item.position = -1;
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    last.position = position;
    this.move(last);
  }

  /** Puts an item of the heap where it belongs after its place in the order has changed. */
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
