import type { KubernetesObject } from '../api/object.js';
import { apiVersionOf, resourceInfo, type KindHandle, type ResourceInfo } from '../api/resource.js';
import { labelSelectorText, type LabelSelection } from '../client/label-selection.js';
import type { Transport } from '../transport/transport.js';
import type { WriteObserver, WriteOutcome, WriteTarget } from '../client/write-observer.js';
import type { Logger } from '../log/logger.js';
import { abortController } from '../timing/abort-controller.js';
import { startDeadline } from '../timing/deadline.js';
import { unlessAborted, whenAborted } from '../timing/wait.js';
import type { ByObject } from './by-object.js';
import type { CacheEvent } from './cache-event.js';
import { Compaction } from './compaction.js';
import type { CacheIndex, IndexValue } from './define-index.js';
import type { IndexerFunc } from './field-index.js';
import { Informer } from './informer.js';
import type { ReflectorTiming } from './reflector.js';
import type { Transform } from './transform.js';

/** Options of a cache. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache#Options */
export interface CacheOptions {
  readonly transport: Transport;
  /** Namespaces to mirror; cluster-scoped kinds are not affected. */
  readonly namespaces?: readonly string[] | undefined;
  /** Default label selector of every kind: `app=web,tier!=cache`, labels that must be equal, or a LabelSelector. */
  readonly defaultLabelSelector?: LabelSelection | undefined;
  /** Default field selector of every kind: `metadata.name=settings`. */
  readonly defaultFieldSelector?: string | undefined;
  /** Transforms every object before it is stored; by default, the managed fields are removed. */
  readonly defaultTransform?: Transform | undefined;
  /** Options of individual kinds. */
  readonly byObject?: readonly ByObject[] | undefined;
  /**
   * Milliseconds between resyncs, in which handlers receive every object again as if it had changed; never by default.
   */
  readonly syncPeriod?: number | undefined;
  /** Whether reads always reflect earlier writes of this process; defaults to true. */
  readonly readYourWrites?: boolean | undefined;
  /** Whether a read of a kind that is not mirrored fails instead of starting to mirror it. */
  readonly readerFailOnMissingInformer?: boolean | undefined;
  /** Duration of watches and of waits after failures; for tests that cannot wait for minutes. */
  readonly timing?: Partial<ReflectorTiming> | undefined;
  readonly log: Logger;
  /** Called with the resource name for every object that cannot be stored; the log contains the details. */
  readonly skipped?: ((resource: string) => void) | undefined;
}

/**
 * Error for a cache that is not synced, or not in time; the message names the resources and the errors of the server.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache#ErrCacheNotStarted
 */
export class CacheSyncError extends Error {
  override readonly name = 'CacheSyncError';
}

/**
 * Error for a read of a kind that is not mirrored, if reads must not start to mirror one.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache#ErrResourceNotCached
 */
export class ResourceNotCachedError extends Error {
  override readonly name = 'ResourceNotCachedError';
}

interface Running {
  readonly informer: Informer<KubernetesObject>;
  readonly info: ResourceInfo;
  readonly stop: AbortController;
}

/** Write in flight, recorded so that an informer created in the meantime is notified as well. */
interface Writing {
  readonly target: WriteTarget;
  readonly told: Map<Running, (outcome: WriteOutcome) => void>;
}

/**
 * Mirrors every kind that is requested; each kind is listed and watched once, regardless of the number of users.
 * Observes the writes of this process, so that reads always reflect them.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache
 */
export class Cache implements WriteObserver {
  readonly #options: CacheOptions;
  readonly #informers = new Map<string, Running>();
  readonly #writing = new Set<Writing>();
  readonly #runs = new Set<Promise<void>>();
  readonly #compaction = new Compaction();
  #signal: AbortSignal | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /**
   * Returns the informer of a kind; creates it on first use, and starts it if the cache is running.
   * @throws SyntaxError if a selector of the kind is invalid
   */
  informer<T extends KubernetesObject>(kind: KindHandle<T>): Informer<T> {
    return this.#running(kind).informer as unknown as Informer<T>;
  }

  /**
   * Returns the informer of a kind, as `informer` does, and waits until it is synced, for `timeout` milliseconds;
   * defaults to two minutes. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache#Informers
   * @throws CacheSyncError if it is not synced in time, or cannot be because the cache is not running
   */
  async getInformer<T extends KubernetesObject>(
    kind: KindHandle<T>,
    { timeout = syncTimeout, signal }: { readonly timeout?: number; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Informer<T>> {
    const running = this.#running(kind);
    if (!running.informer.isSynced) await this.#waitFor([running], timeout, signal);
    return running.informer as unknown as Informer<T>;
  }

  /**
   * Stops the informer of a kind and drops its objects. Its handlers receive no more events; the next use of the kind
   * creates a new informer.
   */
  removeInformer(kind: KindHandle<unknown>): void {
    const info = resourceInfo(kind);
    this.#informers
      .get(informerKey(info))
      ?.stop.abort(new CacheSyncError(`the informer of ${info.plural} was removed`));
    this.#informers.delete(informerKey(info));
  }

  /**
   * Returns the informer of a kind for a read.
   * @throws ResourceNotCachedError if the kind is not mirrored, and reads must not start to mirror one
   */
  informerForRead<T extends KubernetesObject>(kind: KindHandle<T>): Informer<T> {
    const info = resourceInfo(kind);
    if (!this.#options.readerFailOnMissingInformer || this.#informers.has(informerKey(info)))
      return this.informer(kind);
    throw new ResourceNotCachedError(
      `${info.plural} are not mirrored, and reads must not start it: watch the kind first`,
    );
  }

  /**
   * Adds an index. It can be called before or after the start.
   * @throws Error if the kind already has an index with that name
   */
  addIndex<T extends KubernetesObject, V extends IndexValue>({ kind, name, indexer }: CacheIndex<T, V>): void {
    this.informer(kind).addIndex(name, indexer);
  }

  /**
   * Adds an index of the values that a function reads from objects; prefer `addIndex`, whose names and values the
   * compiler checks:
   * `client.list(Pod, { fieldSelector: 'spec.nodeName=n1' })` works after
   * `cache.indexField(Pod, 'spec.nodeName', (pod) => [pod.spec?.nodeName ?? ''])`. It can be called before or after the
   * start. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#FieldIndexer
   * @throws Error if the kind already has an index with that name
   */
  indexField<T extends KubernetesObject>(kind: KindHandle<T>, field: string, indexer: IndexerFunc<T>): void {
    this.informer(kind).addIndex(field, indexer);
  }

  /**
   * Runs every informer until `signal` is aborted; resolves when all have stopped.
   * @throws Error if the cache was already started
   */
  async start(signal: AbortSignal): Promise<void> {
    if (this.#signal !== undefined)
      throw new Error('the cache was already started, and can run only once: create another one');
    this.#signal = signal;
    for (const running of this.#informers.values()) this.#run(running);
    await whenAborted(signal);
    this.#compaction.stop();
    for (const { stop } of this.#informers.values()) stop.abort(new CacheSyncError(stopped));
    await Promise.all(this.#runs);
  }

  /**
   * Waits until every requested informer is synced.
   * @param timeout milliseconds
   * @throws CacheSyncError if one is not synced in time, or cannot be because the cache is not running
   */
  async waitForSync(timeout: number, signal?: AbortSignal): Promise<void> {
    await this.#waitFor([...this.#informers.values()], timeout, signal);
  }

  begin(target: WriteTarget): (outcome: WriteOutcome) => void {
    if (this.#options.readYourWrites === false) return () => undefined;
    const writing: Writing = { target, told: new Map() };
    for (const running of this.#informers.values()) follow(running, writing);
    this.#writing.add(writing);
    return (outcome) => {
      this.#writing.delete(writing);
      for (const tell of writing.told.values()) tell(outcome);
    };
  }

  /**
   * Notifies the handlers of a resource of a change that the server has not made, such as a write of a dry run. Reads of
   * the cache do not show it.
   */
  tell(
    { group, version, plural }: Pick<ResourceInfo, 'group' | 'version' | 'plural'>,
    event: CacheEvent<KubernetesObject>,
  ): void {
    for (const { informer, info } of this.#informers.values()) {
      const isSame = info.group === group && info.version === version && info.plural === plural;
      if (isSame && informer.selects(event.object)) informer.tell(event);
    }
  }

  #running(kind: KindHandle<unknown>): Running {
    const info = resourceInfo(kind);
    const there = this.#informers.get(informerKey(info));
    if (there !== undefined) return there;
    const running = { informer: this.#makeInformer(info), info, stop: abortController() };
    this.#informers.set(informerKey(info), running);
    for (const writing of this.#writing) follow(running, writing);
    if (this.#signal !== undefined) this.#run(running);
    return running;
  }

  #makeInformer(info: ResourceInfo): Informer<KubernetesObject> {
    const { transport, namespaces, syncPeriod, timing, log, skipped, byObject = [] } = this.#options;
    const { defaultLabelSelector, defaultFieldSelector, defaultTransform } = this.#options;
    const own = byObject.find(({ kind }) => informerKey(resourceInfo(kind)) === informerKey(info));
    const labels = own?.labelSelector === undefined ? defaultLabelSelector : own.labelSelector;
    return new Informer<KubernetesObject>({
      ...{ transport, info, timing, log, skipped },
      namespaces: own?.namespaces ?? namespaces,
      labelSelector: labels === undefined ? undefined : labelSelectorText(labels),
      fieldSelector: own?.fieldSelector ?? defaultFieldSelector,
      transform: own?.transform ?? defaultTransform,
      syncPeriod: own?.syncPeriod ?? syncPeriod,
    });
  }

  #run({ informer, stop }: Running): void {
    if (this.#signal?.aborted) stop.abort(new CacheSyncError(stopped));
    const run = informer.run(stop.signal).finally(() => this.#runs.delete(run));
    this.#runs.add(run);
    void informer.synced.then(() => !stop.signal.aborted && this.#compaction.filled());
  }

  async #waitFor(all: readonly Running[], timeout: number, signal?: AbortSignal): Promise<void> {
    if (this.#signal === undefined)
      throw new CacheSyncError('the cache is not running yet: it starts with the manager');
    const deadline = startDeadline(timeout, signal);
    const filled = all.map(({ informer, stop }) => unlessAborted(informer.synced, stop.signal));
    try {
      await unlessAborted(Promise.all(filled), deadline.signal);
    } catch (error) {
      throw deadline.isOver() ? new CacheSyncError(describe(all, timeout)) : error;
    } finally {
      deadline.clear();
    }
  }
}

// Default sync timeout of controller-runtime.
const syncTimeout = 120_000;

const stopped = 'the cache has been stopped';

function informerKey(info: ResourceInfo): string {
  return `${apiVersionOf(info)}/${info.plural}${info.metadataOnly ? ' metadata' : ''}`;
}

/** Notifies an informer of a write, if the write is to the same resource in any version. */
function follow(running: Running, { target, told }: Writing): void {
  const { group, plural } = running.info;
  if (target.info.group === group && target.info.plural === plural) told.set(running, running.informer.writing(target));
}

function describe(all: readonly Running[], timeout: number): string {
  const missing = all
    .filter(({ informer }) => !informer.isSynced)
    .map(({ informer: { label, lastError } }) => `${label}: ${lastError?.message ?? 'no answer yet'}`);
  return `the cache was not filled in ${timeout} ms: ${missing.join('; ')}`;
}
