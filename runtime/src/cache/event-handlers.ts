import type { KubernetesObject } from '../api/object.js';
import type { Logger } from '../log/logger.js';
import type { CacheEvent, CacheEventHandler, Shared } from './cache-event.js';

/** Handlers of changes to one resource. An error in one handler does not affect the others. */
export class EventHandlers<T extends KubernetesObject> {
  readonly #handlers = new Set<CacheEventHandler<T>>();
  readonly #resource: string;
  readonly #log: Logger;

  constructor(resource: string, log: Logger) {
    this.#resource = resource;
    this.#log = log;
  }

  /** Adds a handler, which first receives the existing objects. Returns a function that removes it. */
  add(handler: CacheEventHandler<T>, there: Iterable<Shared<T>>): () => void {
    this.#handlers.add(handler);
    for (const object of there) this.#call(handler, { type: 'add', object, initial: true });
    return () => this.#handlers.delete(handler);
  }

  tell(event: CacheEvent<T>): void {
    // A handler that was just added has already received the object; one that was just removed receives nothing more.
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
