import type { DeepReadonly, KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import type { Stored, StoredMetadata } from '../client/client.js';
import { labelOf, type ObjectKey } from '../client/resource-path.js';
import type { Transport } from '../client/transport.js';
import type { Logger } from '../log/logger.js';
import { deferred } from '../queue/deferred.js';
import { freeze } from './copy.js';
import { reflect, type ReflectorSink, type ReflectorTiming } from './reflector.js';
import { stripManagedFields, type Transform } from './transform.js';

/** An object as the cache shares it: frozen. */
export type Shared<T extends KubernetesObject> = DeepReadonly<Stored<T>> & {
  readonly metadata: DeepReadonly<StoredMetadata> & { readonly labels?: Readonly<Record<string, string>> };
};

/** A change that the cache has seen. `initial` marks what was there when the cache was filled. */
export type CacheEvent<T extends KubernetesObject> =
  | { readonly type: 'add'; readonly object: Shared<T>; readonly initial: boolean }
  | { readonly type: 'update'; readonly object: Shared<T>; readonly old: Shared<T> }
  | { readonly type: 'delete'; readonly object: Shared<T> };

export type CacheEventHandler<T extends KubernetesObject> = (event: CacheEvent<T>) => void;

export interface InformerOptions {
  readonly transport: Transport;
  readonly info: ResourceInfo;
  /** Only these; all namespaces where absent or empty. */
  readonly namespaces?: readonly string[] | undefined;
  /** Only objects with these labels. */
  readonly labelSelector?: string | undefined;
  /** What is done to an object before it is kept; the managed fields are left out unless said otherwise. */
  readonly transform?: Transform | undefined;
  readonly log: Logger;
  /** How long watches last, and how long is waited after a fault. */
  readonly timing?: Partial<ReflectorTiming>;
}

/** A mirror of one resource, with everybody who wants to know of its changes. */
export class Informer<T extends KubernetesObject> {
  readonly #options: InformerOptions;
  readonly #transform: Transform;
  readonly #objects = new Map<string, Shared<T>>();
  readonly #handlers = new Set<CacheEventHandler<T>>();
  readonly #synced = deferred();
  #lastError: unknown;
  #reported: string | undefined;
  #isSynced = false;

  constructor(options: InformerOptions) {
    this.#options = options;
    this.#transform = options.transform ?? stripManagedFields;
  }

  /** Runs until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { transport, info, namespaces = [], labelSelector, timing = {} } = this.#options;
    const everywhere = info.scope === 'Cluster' || namespaces.length === 0;
    const scopes = everywhere ? [undefined] : [...new Set(namespaces)];
    const waiting = new Set(scopes);
    const done = (scope: string | undefined): void => {
      waiting.delete(scope);
      if (waiting.size > 0 || this.#isSynced) return;
      this.#isSynced = true;
      this.#synced.resolve();
    };
    const each = (namespace: string | undefined): Promise<void> =>
      reflect({ transport, info, namespace, labelSelector, timing, sink: this.#sink(namespace, done) }, signal);
    await Promise.all(scopes.map(each));
  }

  /** Whether everything that was there has been seen. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** Resolves when everything that was there has been seen. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  /** Why the last attempt failed; undefined while it works. */
  get lastError(): unknown {
    return this.#lastError;
  }

  get label(): string {
    return labelOf(this.#options.info, {});
  }

  /** Adds a handler, which first hears of everything that is there. Answers how to remove it. */
  handle(handler: CacheEventHandler<T>): () => void {
    this.#handlers.add(handler);
    for (const object of this.#objects.values()) this.#call(handler, { type: 'add', object, initial: true });
    return () => this.#handlers.delete(handler);
  }

  get({ namespace, name }: ObjectKey): Shared<T> | undefined {
    return this.#objects.get(keyText(namespace, name));
  }

  list(): IterableIterator<Shared<T>> {
    return this.#objects.values();
  }

  #sink(scope: string | undefined, synced: (scope: string | undefined) => void): ReflectorSink<T> {
    return {
      replace: (items) => {
        const seen = new Set(items.map(keyOf));
        // A deletion that no watch told us of: the object is as it was when last seen.
        for (const [key, { metadata }] of this.#objects) {
          const inScope = scope === undefined || metadata.namespace === scope;
          if (inScope && !seen.has(key)) this.#remove(key);
        }
        for (const item of items) this.#store(item, !this.#isSynced);
        this.#lastError = undefined;
        synced(scope);
      },
      set: (object) => this.#store(object, false),
      delete: (object) => this.#remove(keyOf(object)),
      failed: (error) => this.#report(error),
      works: () => {
        this.#lastError = undefined;
        this.#reported = undefined;
      },
    };
  }

  #store(object: Stored<T>, initial: boolean): void {
    const key = keyOf(object);
    const old = this.#objects.get(key);
    if (old?.metadata.resourceVersion === object.metadata.resourceVersion) return;
    const shared = freeze(this.#transform(object)) as Shared<T>;
    this.#objects.set(key, shared);
    this.#tell(old === undefined ? { type: 'add', object: shared, initial } : { type: 'update', object: shared, old });
  }

  #remove(key: string): void {
    const object = this.#objects.get(key);
    if (object === undefined) return;
    this.#objects.delete(key);
    this.#tell({ type: 'delete', object });
  }

  #tell(event: CacheEvent<T>): void {
    // One that is added meanwhile has heard of it already, among what is there; one that is removed hears no more.
    for (const handler of [...this.#handlers]) if (this.#handlers.has(handler)) this.#call(handler, event);
  }

  /** One handler's fault is neither the cache's nor the others', whether it throws or rejects. */
  #call(handler: CacheEventHandler<T>, event: CacheEvent<T>): void {
    const failed = (error: unknown): void =>
      this.#options.log.error('a handler of cache events failed', { resource: this.label, error });
    try {
      const result: unknown = handler(event);
      if (result instanceof Promise) result.catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  /** A fault that lasts is said once, not at every attempt. */
  #report(error: unknown): void {
    this.#lastError = error;
    const message = error instanceof Error ? error.message : String(error);
    if (message === this.#reported) return;
    this.#reported = message;
    this.#options.log.warn('the cache lost its connection and goes on trying', { resource: this.label, error });
  }
}

function keyOf({ metadata }: { readonly metadata: StoredMetadata }): string {
  return keyText(metadata.namespace, metadata.name);
}

function keyText(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}
