import type { KubernetesObject } from '../api/object.js';
import type { ObjectKey } from '../client/resource-path.js';
import type { Shared } from './cache-event.js';
import { FieldIndex, type IndexerFunc } from './field-index.js';

/** Objects of one resource, which can be found by name, by namespace and by index. */
export class ObjectStore<T extends KubernetesObject> {
  // By namespace and then by name, so that listing a namespace needs no search, and a lookup no combined key.
  readonly #namespaces = new Map<string, Map<string, Shared<T>>>();
  readonly #indexes = new Map<string, FieldIndex<T>>();
  readonly #failed: (object: Shared<T>, error: unknown) => void;
  #size = 0;

  constructor(indexerFailed: (object: Shared<T>, error: unknown) => void) {
    this.#failed = indexerFailed;
  }

  get size(): number {
    return this.#size;
  }

  get({ namespace = '', name }: ObjectKey): Shared<T> | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  set(object: Shared<T>): void {
    const { namespace = '', name } = object.metadata;
    const objects = this.#namespaces.get(namespace) ?? new Map<string, Shared<T>>();
    if (objects.size === 0) this.#namespaces.set(namespace, objects);
    const old = objects.get(name);
    if (old === undefined) this.#size += 1;
    objects.set(name, object);
    for (const index of this.#indexes.values()) {
      if (old !== undefined) index.remove(old);
      index.add(object);
    }
  }

  delete({ namespace = '', name }: ObjectKey): void {
    const objects = this.#namespaces.get(namespace);
    const old = objects?.get(name);
    if (objects === undefined || old === undefined) return;
    objects.delete(name);
    this.#size -= 1;
    if (objects.size === 0) this.#namespaces.delete(namespace);
    for (const index of this.#indexes.values()) index.remove(old);
  }

  /** Yields the objects of a namespace, or of all namespaces if unset. */
  *list(namespace?: string): Generator<Shared<T>> {
    if (namespace !== undefined) yield* this.#namespaces.get(namespace)?.values() ?? [];
    else for (const objects of this.#namespaces.values()) yield* objects.values();
  }

  /** @throws Error if there already is an index with that name */
  addIndex(name: string, indexer: IndexerFunc<T>): void {
    if (this.#indexes.has(name)) throw new Error(`the index ${name} already exists: use another name`);
    const index = new FieldIndex(indexer, this.#failed);
    for (const object of this.list()) index.add(object);
    this.#indexes.set(name, index);
  }

  index(name: string): FieldIndex<T> | undefined {
    return this.#indexes.get(name);
  }
}
