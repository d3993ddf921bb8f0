import type { KubernetesObject } from '../api/object.js';
import type { Logger } from '../log/logger.js';
import type { CacheEvent, CacheEventHandler, Shared } from './cache-event.js';

/** Everybody who wants to know of the changes of one resource. What one of them does wrong stays with it. */
export class EventHandlers<T extends KubernetesObject> {
  readonly #handlers = new Set<CacheEventHandler<T>>();
  readonly #resource: string;
  readonly #log: Logger;

  constructor(resource: string, log: Logger) {
    this.#resource = resource;
    this.#log = log;
  }

  /** Adds a handler, which first hears of what is there. Answers how to remove it. */
  add(handler: CacheEventHandler<T>, there: Iterable<Shared<T>>): () => void {
    this.#handlers.add(handler);
    for (const object of there) this.#call(handler, { type: 'add', object, initial: true });
    return () => this.#handlers.delete(handler);
  }

  tell(event: CacheEvent<T>): void {
    // One that is added meanwhile has heard of it already, among what is there; one that is removed hears no more.
    for (const handler of [...this.#handlers]) if (this.#handlers.has(handler)) this.#call(handler, event);
  }

  #call(handler: CacheEventHandler<T>, event: CacheEvent<T>): void {
    const failed = (error: unknown): void =>
      this.#log.error('a handler of cache events failed', { resource: this.#resource, error });
    try {
      const result: unknown = handler(event);
      if (result instanceof Promise) result.catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}
