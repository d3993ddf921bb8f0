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
import { isEarlier } from './versions.js';

export type { CacheEvent, CacheEventHandler, Shared } from './cache-event.js';
export type { InformerOptions } from './informer-options.js';

/**
 * Mirrors one resource and notifies handlers of its changes. Reads always reflect the earlier writes of this process;
 * handlers receive changes in the order of the server.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache#Informer
 */
export class Informer<T extends KubernetesObject> {
  readonly label: string;
  readonly #options: InformerOptions;
  readonly #namespaces: readonly string[];
  readonly #objects: ObjectStore<T>;
  readonly #handlers: EventHandlers<T>;
  readonly #writes: ReadYourWrites<T>;
  /** Faults per namespace, if several are mirrored: success in one says nothing about the others. */
  readonly #faults: Faults[] = [];
  readonly #prepare: Prepare<T>;
  readonly #selects: ReturnType<typeof selectorOf>;
  readonly #relisters = new Map<string | undefined, Relister>();
  readonly #synced = deferred();
  #signal: AbortSignal | undefined;
  #isSynced = false;

  /**
   * @throws SyntaxError if a selector is invalid
   * @throws ConfigError if a namespace has an invalid name, for which the API server would return an empty list
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
    this.#selects = selectorOf(options);
    this.#writes = new ReadYourWrites<T>({
      label: resource,
      mirrored: (key) => this.#objects.get(key),
      list: (namespace) => this.#objects.list(namespace),
      selects: this.#selects,
      selective: this.#isSelective,
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

  /** Whether an object that is reported as deleted may only have ceased to be selected, and come back. */
  get #isSelective(): boolean {
    return Boolean(this.#options.labelSelector) || Boolean(this.#options.fieldSelector);
  }

  /** Scopes that are listed and watched separately. */
  get #scopes(): readonly (string | undefined)[] {
    return this.#namespaces.length === 0 ? [undefined] : this.#namespaces;
  }

  /** Number of objects with own writes that the stream has not shown yet. */
  get remembered(): number {
    return this.#writes.own.size;
  }

  /** Whether all existing objects have been read. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** Resolves when all existing objects have been read. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  /** The reason why the last attempt failed, and a remedy; undefined while there is no failure. */
  get lastError(): Error | undefined {
    return this.#faults.find(({ last }) => last !== undefined)?.last;
  }

  /** Reports whether the objects of a namespace are mirrored. Undefined stands for all namespaces that are mirrored. */
  sees(namespace: string | undefined): boolean {
    return namespace === undefined || this.#namespaces.length === 0 || this.#namespaces.includes(namespace);
  }

  /** Adds a handler, which first receives all existing objects. Returns a function that removes it. */
  handle(handler: CacheEventHandler<T>): () => void {
    return this.#handlers.add(handler, this.#objects.list());
  }

  /** Notifies the handlers of a change that the server has not made. */
  tell(event: CacheEvent<T>): void {
    this.#handlers.tell(event);
  }

  /** Reports whether an object would be mirrored; true if only the server can tell. */
  selects(object: Shared<KubernetesObject>): boolean {
    return this.#selects(object as KubernetesObject) !== false && this.sees(object.metadata.namespace);
  }

  get(key: ObjectKey): Shared<T> | undefined {
    return this.#writes.get(key);
  }

  /** Yields the objects of a namespace, or of all namespaces if unset. */
  list(namespace?: string): Generator<Shared<T>> {
    return this.#writes.overlay(this.#objects.list(namespace), namespace);
  }

  /**
   * Returns what to wait for before reading an object, a namespace or everything; usually undefined. If the answer to
   * one of the client's own writes was lost, the current state is read from the server.
   */
  settled(target: ObjectKey | string | undefined, signal?: AbortSignal): Promise<void> | undefined {
    return this.#writes.settled(target, signal);
  }

  /**
   * Adds an index of the values that a function reads from objects.
   * @throws Error if there already is an index with that name
   */
  addIndex(name: string, indexer: IndexerFunc<T>): void {
    this.#objects.addIndex(name, indexer);
  }

  /** Returns the index with that name; undefined if there is none. */
  index(name: string): Pick<FieldIndex<T>, 'find' | 'has'> | undefined {
    const index = this.#objects.index(name);
    if (index === undefined) return undefined;
    const has = (object: Shared<T>, value: string): boolean => index.has(object, value);
    const find = (value: string): Iterable<Shared<T>> =>
      this.#writes.overlay(index.find(value), undefined, (object) => has(object, value));
    return { find, has };
  }

  /** Records that a write of this process is about to be sent. Returns a function to call with its outcome. */
  writing({ info, key }: WriteTarget): (outcome: WriteOutcome) => void {
    const namespace = info.scope === 'Cluster' ? undefined : key.namespace || undefined;
    if (!this.sees(namespace)) return () => undefined;
    return this.#writes.begin({ ...key, namespace }, info.version === this.#options.info.version);
  }

  #sink(scope: string | undefined, relister: Relister, listed: (scope: string | undefined) => void): ReflectorSink<T> {
    const { own } = this.#writes;
    const faults = faultsOf(this.#options, scope);
    this.#faults.push(faults);
    // Keys of listed objects that cannot be stored; these objects still exist.
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
        // A deletion that no watch has reported: the object is in its last known state.
        for (const object of [...this.#objects.list(scope)])
          if (![found, skipped].some((each) => each.has(keyText(object.metadata)))) this.#remove(object);
        for (const item of items) this.#store(item, !this.#isSynced);
        this.#writes.listed(scope, requested);
        this.#writes.tellChanged();
        relister.listed();
        faults.listed();
        listed(scope);
      },
      knows: (object) => {
        const known = this.#objects.get(object.metadata);
        return isEarlier(known?.metadata, object.metadata) || isShownAgain(known, object);
      },
      // An object that ceased to be selected looks deleted, and may have come back since.
      contradicts: ({ metadata }) => !this.#isSelective && isEarlier(this.#objects.get(metadata)?.metadata, metadata),
      set: (object) => {
        // Only a list can show that the server has gone back. Until then, its answers to writes remain valid, even if
        // its versions have no order.
        if (isEarlier(this.#objects.get(object.metadata)?.metadata, object.metadata)) return;
        own.shown(keyText(object.metadata), object.metadata);
        this.#store(object, false);
        this.#writes.tellChanged();
      },
      delete: ({ metadata }) => {
        own.removed(keyText(metadata), metadata);
        const old = this.#objects.get(metadata);
        const isOver = old?.metadata.uid === metadata.uid && !(this.#isSelective && isEarlier(old?.metadata, metadata));
        if (old !== undefined && isOver) this.#remove(old);
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
    // Deleted and recreated while no watch was open: an update event would hide that.
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
