import type { KubernetesObject } from '../api/object.js';
import { apiVersionOf, resourceInfo, type KindHandle } from '../api/resource.js';
import { startDeadline } from '../client/deadline.js';
import type { Transport } from '../client/transport.js';
import type { Logger } from '../log/logger.js';
import { deferred } from '../queue/deferred.js';
import { Informer } from './informer.js';
import type { ReflectorTiming } from './reflector.js';
import type { Transform } from './transform.js';

export interface CacheOptions {
  readonly transport: Transport;
  /** Only objects in these namespaces; cluster-scoped kinds are not affected. */
  readonly namespaces?: readonly string[] | undefined;
  /** Only objects with these labels, of every kind: `app=web,tier!=cache`. */
  readonly defaultLabelSelector?: string | undefined;
  /** What is done to every object before it is kept; the managed fields are left out unless said otherwise. */
  readonly defaultTransform?: Transform | undefined;
  /** How long watches last, and how long is waited after a fault; for tests that cannot wait for minutes. */
  readonly timing?: Partial<ReflectorTiming> | undefined;
  readonly log: Logger;
}

/** Thrown when the cache is not filled, or not in time; the message names the resources and what the server said. */
export class CacheSyncError extends Error {
  override readonly name = 'CacheSyncError';
}

/** A mirror of every kind that somebody asked for, each listed and watched once, whoever asks. */
export class Cache {
  readonly #options: CacheOptions;
  readonly #informers = new Map<string, Informer<KubernetesObject>>();
  readonly #running: Promise<void>[] = [];
  #signal: AbortSignal | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /** The mirror of a kind; made, and started if the cache runs, when it is first asked for. */
  informer<T extends KubernetesObject>(kind: KindHandle<T>): Informer<T> {
    const info = resourceInfo(kind);
    const key = `${apiVersionOf(info)}/${info.plural}`;
    let informer = this.#informers.get(key);
    if (informer === undefined) {
      const {
        transport,
        namespaces,
        defaultLabelSelector: labelSelector,
        defaultTransform: transform,
        timing = {},
        log,
      } = this.#options;
      informer = new Informer<KubernetesObject>({ transport, info, namespaces, labelSelector, transform, timing, log });
      this.#informers.set(key, informer);
      if (this.#signal !== undefined) this.#run(informer, this.#signal);
    }
    return informer as unknown as Informer<T>;
  }

  /** Whether the objects of a namespace are mirrored. All namespaces, undefined, are those that the cache was given. */
  sees(namespace: string | undefined): boolean {
    const { namespaces = [] } = this.#options;
    return namespace === undefined || namespaces.length === 0 || namespaces.includes(namespace);
  }

  /**
   * Runs every mirror until `signal` is aborted; resolves when all have stopped.
   * @throws Error when it was started before
   */
  async start(signal: AbortSignal): Promise<void> {
    if (this.#signal !== undefined) throw new Error('the cache was started before');
    this.#signal = signal;
    for (const informer of this.#informers.values()) this.#run(informer, signal);
    await new Promise((resolve) => {
      if (signal.aborted) resolve(undefined);
      else signal.addEventListener('abort', resolve, { once: true });
    });
    await Promise.all(this.#running);
  }

  /**
   * Waits until every mirror that was asked for is filled.
   * @param timeout milliseconds
   * @throws CacheSyncError when one is not filled in time, or cannot be because the cache does not run
   */
  async waitForSync(timeout: number, signal?: AbortSignal): Promise<void> {
    await this.#waitFor([...this.#informers.values()], timeout, signal);
  }

  /** As `waitForSync`, for one kind. */
  async synced<T extends KubernetesObject>(
    kind: KindHandle<T>,
    timeout: number,
    signal?: AbortSignal,
  ): Promise<Informer<T>> {
    const informer = this.informer(kind);
    if (!informer.isSynced) await this.#waitFor([informer as unknown as Informer<KubernetesObject>], timeout, signal);
    return informer;
  }

  async #waitFor(
    informers: readonly Informer<KubernetesObject>[],
    timeout: number,
    signal?: AbortSignal,
  ): Promise<void> {
    if (this.#signal === undefined) throw new CacheSyncError('the cache does not run yet: it starts with the manager');
    const deadline = startDeadline(timeout, signal);
    const ended = deferred<never>();
    const stop = (): void =>
      ended.reject(deadline.isOver() ? new CacheSyncError(describe(informers, timeout)) : signal?.reason);
    const stopped = (): void => ended.reject(new CacheSyncError('the cache has been stopped'));
    if (deadline.signal.aborted) stop();
    if (this.#signal.aborted) stopped();
    deadline.signal.addEventListener('abort', stop, { once: true });
    this.#signal.addEventListener('abort', stopped, { once: true });
    try {
      await Promise.race([Promise.all(informers.map(({ synced }) => synced)), ended.promise]);
    } finally {
      deadline.clear();
      this.#signal.removeEventListener('abort', stopped);
    }
  }

  #run(informer: Informer<KubernetesObject>, signal: AbortSignal): void {
    this.#running.push(informer.run(signal));
  }
}

function describe(informers: readonly Informer<KubernetesObject>[], timeout: number): string {
  const missing = informers
    .filter(({ isSynced }) => !isSynced)
    .map(({ label, lastError }) => {
      const reason = lastError instanceof Error ? `: ${lastError.message}` : '';
      return `${label}${reason}`;
    });
  return `the cache was not filled in ${timeout} ms: ${missing.join('; ')}`;
}
