import type { KubernetesObject } from '../api/object.js';
import { labelOf, type ObjectKey } from '../client/resource-path.js';
import type { WriteOutcome, WriteTarget } from '../client/write-observer.js';
import { deferred } from '../timing/deferred.js';
import type { CacheEvent, CacheEventHandler, Shared } from './cache-event.js';
import { EventHandlers } from './event-handlers.js';
import { faultsOf } from './explain.js';
import type { Faults } from './faults.js';
import type { FieldIndex, IndexerFunc } from './field-index.js';
import { requireNamespaces, type InformerOptions } from './informer-options.js';
import { createLiveReader } from './live-reader.js';
import { isIn, keyText } from './object-key.js';
import { ObjectStore } from './object-store.js';
import { preparer, type Prepare } from './prepare.js';
import { ReadYourWrites } from './read-your-writes.js';
import type { ReflectorSink } from './reflector-sink.js';
import { reflect } from './reflector.js';
import { Relister } from './relister.js';
import { startResync } from './resync.js';
import { selectorOf } from './selection.js';
import { isShownAgain } from './shown-again.js';

export type { CacheEvent, CacheEventHandler, Shared } from './cache-event.js';
export type { InformerOptions } from './informer-options.js';

/**
 * A mirror of one resource, with everybody who wants to know of its changes. Reads are never older than what this
 * process wrote itself; handlers hear of changes in the order in which the server made them.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache#Informer
 */
export class Informer<T extends KubernetesObject> {
  readonly label: string;
  readonly #options: InformerOptions;
  readonly #namespaces: readonly string[];
  readonly #objects: ObjectStore<T>;
  readonly #handlers: EventHandlers<T>;
  readonly #writes: ReadYourWrites<T>;
  /** Of each namespace, where several are mirrored: one that works says nothing of the others. */
  readonly #faults: Faults[] = [];
  readonly #prepare: Prepare<T>;
  readonly #relisters = new Map<string | undefined, Relister>();
  readonly #synced = deferred();
  #signal: AbortSignal | undefined;
  #isSynced = false;

  /**
   * @throws SyntaxError when a selector cannot be read
   * @throws ConfigError when a namespace cannot be called so: the API server would answer that nothing is in it
   */
  constructor(options: InformerOptions) {
    const { info, namespaces = [], labelSelector, fieldSelector, log } = options;
    const resource = (this.label = labelOf(info, {}));
    requireNamespaces(resource, namespaces);
    this.#options = options;
    this.#namespaces = info.scope === 'Cluster' ? [] : [...new Set(namespaces)];
    this.#handlers = new EventHandlers(resource, log);
    this.#objects = new ObjectStore((object, error) =>
      log.error('an index failed', { resource, object: keyText(object.metadata), error }),
    );
    this.#prepare = preparer({ ...options, label: resource });
    this.#writes = new ReadYourWrites<T>({
      label: resource,
      mirrored: (key) => this.#objects.get(key),
      list: (namespace) => this.#objects.list(namespace),
      selects: selectorOf(options),
      selective: Boolean(labelSelector) || Boolean(fieldSelector),
      prepare: this.#prepare,
      size: () => this.#objects.size,
      scopes: this.#scopes,
      relist: async (scope) => this.#relisters.get(scope)?.request(),
      tell: (event) => this.#handlers.tell(event),
      live: () => createLiveReader({ ...options, selection: { labelSelector, fieldSelector }, signal: this.#signal }),
    });
  }

  /** Runs until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    const { timing = {}, syncPeriod } = this.#options;
    const waiting = new Set(this.#scopes);
    const listed = (scope: string | undefined): void => {
      waiting.delete(scope);
      this.#isSynced ||= waiting.size === 0;
      if (this.#isSynced) this.#synced.resolve();
    };
    const resync = (): void => {
      if (!this.#isSynced) return;
      for (const object of [...this.#objects.list()]) this.#handlers.tell({ type: 'update', object, old: object });
    };
    if (syncPeriod !== undefined) startResync(syncPeriod, resync, signal);
    await Promise.all(
      this.#scopes.map((namespace) => {
        const relister = new Relister();
        this.#relisters.set(namespace, relister);
        const options = { ...this.#options, namespace, timing, sink: this.#sink(namespace, relister, listed) };
        return relister.run((round) => reflect(options, round), signal);
      }),
    );
  }

  /** What is listed and watched apart. */
  get #scopes(): readonly (string | undefined)[] {
    return this.#namespaces.length === 0 ? [undefined] : this.#namespaces;
  }

  /** How many objects are remembered of which our own writes have not been shown yet. */
  get remembered(): number {
    return this.#writes.own.size;
  }

  /** Whether everything that was there has been seen. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** Resolves when everything that was there has been seen. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  /** Why the last attempt failed, and what to do about it; undefined while it works. */
  get lastError(): Error | undefined {
    return this.#faults.find(({ last }) => last !== undefined)?.last;
  }

  /** Whether the objects of a namespace are mirrored. All namespaces, undefined, are those that are. */
  sees(namespace: string | undefined): boolean {
    return namespace === undefined || this.#namespaces.length === 0 || this.#namespaces.includes(namespace);
  }

  /** Adds a handler, which first hears of everything that is there. Answers how to remove it. */
  handle(handler: CacheEventHandler<T>): () => void {
    return this.#handlers.add(handler, this.#objects.list());
  }

  get(key: ObjectKey): Shared<T> | undefined {
    return this.#writes.get(key);
  }

  /** All namespaces where none is named. */
  list(namespace?: string): Generator<Shared<T>> {
    return this.#writes.overlay(this.#objects.list(namespace), namespace);
  }

  /**
   * What has to be waited for before an object, or a namespace, or everything is read; undefined, mostly, for nothing. A
   * write of our own whose answer was lost is asked for.
   */
  settled(target: ObjectKey | string | undefined, signal?: AbortSignal): Promise<void> | undefined {
    return this.#writes.settled(target, signal);
  }

  /**
   * Makes objects be found by the values that a function reads from them.
   * @throws Error when there is an index of that name
   */
  addIndex(name: string, indexer: IndexerFunc<T>): void {
    this.#objects.addIndex(name, indexer);
  }

  /** How objects are found by an index; undefined where there is none of that name. */
  index(name: string): Pick<FieldIndex<T>, 'find' | 'has'> | undefined {
    const index = this.#objects.index(name);
    if (index === undefined) return undefined;
    const has = (object: Shared<T>, value: string): boolean => index.has(object, value);
    const find = (value: string): Iterable<Shared<T>> =>
      this.#writes.overlay(index.find(value), undefined, (object) => has(object, value));
    return { find, has };
  }

  /** A write of our own is about to leave. Answers what has to be called with what it came to. */
  writing({ info, key }: WriteTarget): (outcome: WriteOutcome) => void {
    const namespace = info.scope === 'Cluster' ? undefined : key.namespace || undefined;
    if (!this.sees(namespace)) return () => undefined;
    return this.#writes.begin({ ...key, namespace }, info.version === this.#options.info.version);
  }

  #sink(scope: string | undefined, relister: Relister, listed: (scope: string | undefined) => void): ReflectorSink<T> {
    const { own } = this.#writes;
    const faults = faultsOf(this.#options, scope);
    this.#faults.push(faults);
    // Keys of what the current list has and cannot be kept: it is not gone.
    const skipped = new Set<string>();
    return {
      prepare: (object) => {
        const kept = this.#prepare(object);
        if (kept === undefined) skipped.add(keyText(object?.metadata ?? { name: '' }));
        return kept;
      },
      listing: () => {
        relister.listing();
        skipped.clear();
        return own.tick();
      },
      replace: (items, requested) => {
        const found = new Map(items.map((item) => [keyText(item.metadata), item]));
        own.listed(
          requested,
          (key) => isIn(key, scope),
          (key) => found.get(key)?.metadata,
        );
        // A deletion that no watch told us of: the object is as it was when last seen.
        for (const object of [...this.#objects.list(scope)])
          if (![found, skipped].some((each) => each.has(keyText(object.metadata)))) this.#remove(object);
        for (const item of items) this.#store(item, !this.#isSynced);
        this.#writes.listed(scope, requested);
        this.#writes.tellChanged();
        relister.listed();
        faults.listed();
        listed(scope);
      },
      set: (object) => {
        own.shown(keyText(object.metadata), object.metadata);
        this.#store(object, false);
        this.#writes.tellChanged();
      },
      delete: ({ metadata }) => {
        own.removed(keyText(metadata), metadata);
        const old = this.#objects.get(metadata);
        if (old !== undefined && old.metadata.uid === metadata.uid) this.#remove(old);
        this.#writes.tellChanged();
      },
      caughtUp: () => void this.#writes.caughtUp(scope).catch((error: unknown) => faults.failed(error)),
      failed: (error) => {
        relister.failed(error);
        faults.failed(error);
      },
      works: () => faults.works(),
    };
  }

  #store(object: Shared<T>, initial: boolean): void {
    let old = this.#objects.get(object.metadata);
    // Deleted and made anew while nobody watched: an update would look as if little had changed.
    if (old !== undefined && old.metadata.uid !== object.metadata.uid) old = this.#remove(old);
    if (isShownAgain(old, object)) return;
    this.#objects.set(object);
    this.#tell(old === undefined ? { type: 'add', object, initial } : { type: 'update', object, old });
  }

  #remove(object: Shared<T>): undefined {
    this.#objects.delete(object.metadata);
    this.#tell({ type: 'delete', object });
  }

  #tell(event: CacheEvent<T>): void {
    this.#writes.own.changed.told(event.object.metadata);
    this.#handlers.tell(event);
  }
}
