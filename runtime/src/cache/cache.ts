import type { KubernetesObject } from '../api/object.js';
import { apiVersionOf, resourceInfo, type KindHandle } from '../api/resource.js';
import type { Transport } from '../client/transport.js';
import type { Logger } from '../log/logger.js';
import { deferred } from '../queue/deferred.js';
import { Informer } from './informer.js';

export interface CacheOptions {
  readonly transport: Transport;
  /** Only objects in these namespaces; cluster-scoped kinds are not affected. */
  readonly namespaces?: readonly string[] | undefined;
  readonly log: Logger;
}

/** Thrown when the cache was not filled in time; the message names the resources and what the server said. */
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
      informer = new Informer<KubernetesObject>({ ...this.#options, info });
      this.#informers.set(key, informer);
      if (this.#signal !== undefined) this.#run(informer, this.#signal);
    }
    return informer as unknown as Informer<T>;
  }

  /** Runs every mirror until `signal` is aborted; resolves when all have stopped. */
  async start(signal: AbortSignal): Promise<void> {
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
   * @throws CacheSyncError when one is not filled in time
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
    const late = AbortSignal.timeout(timeout);
    const end = signal === undefined ? late : AbortSignal.any([late, signal]);
    const ended = deferred<never>();
    const stop = (): void =>
      ended.reject(signal?.aborted ? signal.reason : new CacheSyncError(describe(informers, timeout)));
    if (end.aborted) stop();
    end.addEventListener('abort', stop, { once: true });
    try {
      await Promise.race([Promise.all(informers.map(({ synced }) => synced)), ended.promise]);
    } finally {
      end.removeEventListener('abort', stop);
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
