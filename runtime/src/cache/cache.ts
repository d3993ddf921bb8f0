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
import type { IndexerFunc } from './field-index.js';
import { Informer } from './informer.js';
import type { ReflectorTiming } from './reflector.js';
import type { Transform } from './transform.js';

/** What is mirrored, and how. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache#Options */
export interface CacheOptions {
  readonly transport: Transport;
  /** Only objects in these namespaces; cluster-scoped kinds are not affected. */
  readonly namespaces?: readonly string[] | undefined;
  /** Only objects with these labels, of every kind: `app=web,tier!=cache`, labels that have to be equal, or a LabelSelector. */
  readonly defaultLabelSelector?: LabelSelection | undefined;
  /** Only objects with these fields, of every kind: `metadata.name=settings`. */
  readonly defaultFieldSelector?: string | undefined;
  /** What is done to every object before it is kept; the managed fields are left out unless said otherwise. */
  readonly defaultTransform?: Transform | undefined;
  /** What is different for single kinds. */
  readonly byObject?: readonly ByObject[] | undefined;
  /** Milliseconds after which handlers are told of every object again, as if it had changed; never unless said otherwise. */
  readonly syncPeriod?: number | undefined;
  /** Whether a read never answers less than what this process wrote before; true unless said otherwise. */
  readonly readYourWrites?: boolean | undefined;
  /** Whether a read of a kind that is not mirrored fails, instead of beginning to mirror it. */
  readonly readerFailOnMissingInformer?: boolean | undefined;
  /** How long watches last, and how long is waited after a fault; for tests that cannot wait for minutes. */
  readonly timing?: Partial<ReflectorTiming> | undefined;
  readonly log: Logger;
  /** Told of every object that cannot be kept, with the name of its resource; the log has the rest. */
  readonly skipped?: ((resource: string) => void) | undefined;
}

/**
 * Thrown when the cache is not filled, or not in time; the message names the resources and what the server said.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache#ErrCacheNotStarted
 */
export class CacheSyncError extends Error {
  override readonly name = 'CacheSyncError';
}

/**
 * Thrown where a kind is read that is not mirrored, and reads may not begin to mirror one.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache#ErrResourceNotCached
 */
export class ResourceNotCachedError extends Error {
  override readonly name = 'ResourceNotCachedError';
}

interface Running {
  readonly informer: Informer<KubernetesObject>;
  readonly info: ResourceInfo;
  readonly stop: AbortController;
}

/** A write that is on its way, so that an informer that is made meanwhile hears of it as well. */
interface Writing {
  readonly target: WriteTarget;
  readonly told: Map<Running, (outcome: WriteOutcome) => void>;
}

/**
 * A mirror of every kind that somebody asked for, each listed and watched once, whoever asks. Told of the writes of this
 * process, it never answers less than they did.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache
 */
export class Cache implements WriteObserver {
  readonly #options: CacheOptions;
  readonly #informers = new Map<string, Running>();
  readonly #writing = new Set<Writing>();
  readonly #runs = new Set<Promise<void>>();
  #signal: AbortSignal | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /**
   * The mirror of a kind; made, and started if the cache runs, when it is first asked for.
   * @throws SyntaxError when a selector of the kind cannot be read
   */
  informer<T extends KubernetesObject>(kind: KindHandle<T>): Informer<T> {
    return this.#running(kind).informer as unknown as Informer<T>;
  }

  /**
   * As `informer`, and waits until it is filled: two minutes, unless `timeout` says otherwise in milliseconds.
   * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/cache#Informers
   * @throws CacheSyncError when it is not filled in time, or cannot be because the cache does not run
   */
  async getInformer<T extends KubernetesObject>(
    kind: KindHandle<T>,
    { timeout = syncTimeout, signal }: { readonly timeout?: number; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Informer<T>> {
    const running = this.#running(kind);
    if (!running.informer.isSynced) await this.#waitFor([running], timeout, signal);
    return running.informer as unknown as Informer<T>;
  }

  /** Ends the mirror of a kind and forgets what it had. Its handlers hear no more; the next one who asks begins anew. */
  removeInformer(kind: KindHandle<unknown>): void {
    const info = resourceInfo(kind);
    this.#informers
      .get(informerKey(info))
      ?.stop.abort(new CacheSyncError(`the informer of ${info.plural} was removed`));
    this.#informers.delete(informerKey(info));
  }

  /**
   * As `informer`, for a read.
   * @throws ResourceNotCachedError when the kind is not mirrored, where reads may not begin to mirror one
   */
  informerForRead<T extends KubernetesObject>(kind: KindHandle<T>): Informer<T> {
    const info = resourceInfo(kind);
    if (!this.#options.readerFailOnMissingInformer || this.#informers.has(informerKey(info)))
      return this.informer(kind);
    throw new ResourceNotCachedError(
      `${info.plural} are not mirrored, and reads may not begin it: watch the kind first`,
    );
  }

  /**
   * Makes objects be found by what a function reads from them: `client.list(Pod, { fieldSelector: 'spec.nodeName=n1' })`
   * after `cache.indexField(Pod, 'spec.nodeName', (pod) => [pod.spec?.nodeName ?? ''])`. Before or after the start.
   * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#FieldIndexer
   * @throws Error when the kind has an index of that name
   */
  indexField<T extends KubernetesObject>(kind: KindHandle<T>, field: string, indexer: IndexerFunc<T>): void {
    this.informer(kind).addIndex(field, indexer);
  }

  /**
   * Runs every mirror until `signal` is aborted; resolves when all have stopped.
   * @throws Error when it was started before
   */
  async start(signal: AbortSignal): Promise<void> {
    if (this.#signal !== undefined) throw new Error('the cache was started before, and runs once: make another one');
    this.#signal = signal;
    for (const running of this.#informers.values()) this.#run(running);
    await whenAborted(signal);
    for (const { stop } of this.#informers.values()) stop.abort(new CacheSyncError(stopped));
    await Promise.all(this.#runs);
  }

  /**
   * Waits until every mirror that was asked for is filled.
   * @param timeout milliseconds
   * @throws CacheSyncError when one is not filled in time, or cannot be because the cache does not run
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
  }

  async #waitFor(all: readonly Running[], timeout: number, signal?: AbortSignal): Promise<void> {
    if (this.#signal === undefined) throw new CacheSyncError('the cache does not run yet: it starts with the manager');
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

// controller-runtime's default for the time that a cache has to be filled.
const syncTimeout = 120_000;

const stopped = 'the cache has been stopped';

function informerKey(info: ResourceInfo): string {
  return `${apiVersionOf(info)}/${info.plural}${info.metadataOnly ? ' metadata' : ''}`;
}

/** Makes an informer hear of a write, if it is of its resource: in whichever version. */
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
