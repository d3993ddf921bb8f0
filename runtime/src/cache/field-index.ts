import type { KubernetesObject } from '../api/object.js';
import type { Shared } from './cache-event.js';

/**
 * Returns the values by which an object can be found. Called once for every state of an object, which it must not
 * change.
 */
export type IndexerFunc<T extends KubernetesObject> = (object: Shared<T>) => readonly string[];

/** Finds objects by a value that a function reads from them. */
export class FieldIndex<T extends KubernetesObject> {
  /** Returns undefined if the function throws. */
  readonly #valuesOf: (object: Shared<T>) => ReadonlySet<string> | undefined;
  readonly #objects = new Map<string, Set<Shared<T>>>();

  /** @param failed called if the function throws; the object is then not indexed */
  constructor(indexer: IndexerFunc<T>, failed: (object: Shared<T>, error: unknown) => void) {
    this.#valuesOf = (object) => {
      try {
        return new Set(indexer(object));
      } catch (error) {
        failed(object, error);
        return undefined;
      }
    };
  }

  add(object: Shared<T>): void {
    for (const value of this.#valuesOf(object) ?? []) {
      const objects = this.#objects.get(value);
      if (objects === undefined) this.#objects.set(value, new Set([object]));
      else objects.add(object);
    }
  }

  remove(object: Shared<T>): void {
    // A function that starts to fail must not leave an object in the index that no longer exists.
    for (const value of this.#valuesOf(object) ?? [...this.#objects.keys()]) {
      const objects = this.#objects.get(value);
      objects?.delete(object);
      if (objects?.size === 0) this.#objects.delete(value);
    }
  }

  find(value: string): Iterable<Shared<T>> {
    return this.#objects.get(value) ?? [];
  }

  has(object: Shared<T>, value: string): boolean {
    return this.#valuesOf(object)?.has(value) ?? false;
  }
}
