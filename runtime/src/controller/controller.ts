import { randomUUID } from 'node:crypto';
import type { Logger } from '../log/logger.js';
import type { ControllerMetrics } from '../metrics/metrics.js';
import { WorkQueue } from '../queue/work-queue.js';
import { TerminalError, type Reconciler, type Request } from './reconciler.js';

export interface ControllerOptions {
  /** How many objects are worked on at the same time; one unless said otherwise. The same object never is twice. */
  readonly maxConcurrentReconciles?: number;
  /** Milliseconds that a reconcile may take before its signal is aborted; no end unless said otherwise. */
  readonly reconciliationTimeout?: number;
  /** Milliseconds that the caches may take to be filled; two minutes unless said otherwise. */
  readonly cacheSyncTimeout?: number;
}

/** What feeds a controller: starts to add requests, and resolves when everything that was there has been added. */
export type Source = (enqueue: (request: Request) => void, timeout: number, signal: AbortSignal) => Promise<void>;

export interface ControllerParts extends ControllerOptions {
  readonly name: string;
  readonly reconciler: Reconciler;
  readonly sources: readonly Source[];
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  /** Asked before every reconcile; false where this process may not act, because its lease has run out. */
  readonly mayAct: () => boolean;
}

/** Takes keys from a queue and reconciles them, for as long as it runs. */
export class Controller {
  readonly name: string;
  readonly #parts: ControllerParts;
  readonly #queue: WorkQueue<Request>;
  #isFilled = false;

  constructor(parts: ControllerParts) {
    this.name = parts.name;
    this.#parts = parts;
    this.#queue = new WorkQueue<Request>(({ namespace, name }) => `${namespace ?? ''}/${name}`, {
      observer: parts.metrics.queue,
    });
  }

  /** Whether everything that was there at the start has been seen. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  /**
   * Runs until `signal` is aborted, and then until the reconciles that were begun have ended.
   * @param cutOff aborted when they have to end at once
   * @throws CacheSyncError when a cache is not filled in time
   */
  async start(signal: AbortSignal, cutOff: AbortSignal): Promise<void> {
    const { sources, log, maxConcurrentReconciles = 1, cacheSyncTimeout = 120_000 } = this.#parts;
    const enqueue = (request: Request): void => this.#queue.add(request);
    signal.addEventListener('abort', () => this.#queue.close(), { once: true });
    await Promise.all(sources.map((source) => source(enqueue, cacheSyncTimeout, signal)));
    if (signal.aborted) return;
    this.#isFilled = true;
    log.info('controller started', { workers: maxConcurrentReconciles });
    await Promise.all(Array.from({ length: maxConcurrentReconciles }, () => this.#work(cutOff)));
    log.info('controller stopped');
  }

  async #work(cutOff: AbortSignal): Promise<void> {
    for (let key = await this.#queue.take(); key !== undefined; key = await this.#queue.take()) {
      try {
        await this.#reconcile(key, cutOff);
      } finally {
        this.#queue.done(key);
      }
    }
  }

  async #reconcile(request: Request, cutOff: AbortSignal): Promise<void> {
    const { reconciler, metrics, mayAct, reconciliationTimeout } = this.#parts;
    if (!mayAct()) return;
    const reconcileID = randomUUID();
    const log = this.#parts.log.with({ namespace: request.namespace, name: request.name, reconcileID });
    const limit = reconciliationTimeout === undefined ? undefined : AbortSignal.timeout(reconciliationTimeout);
    const context = { signal: limit === undefined ? cutOff : AbortSignal.any([cutOff, limit]), log, reconcileID };
    const end = metrics.reconcileStarted();
    try {
      const { requeueAfter = 0 } = (await reconciler.reconcile(request, context)) ?? {};
      if (Number.isNaN(requeueAfter)) throw new RangeError('the reconcile returned NaN as requeueAfter');
      this.#queue.forget(request);
      // As in controller-runtime, zero asks for nothing: it would come again at once, for ever.
      if (requeueAfter > 0) this.#queue.addAfter(request, requeueAfter);
      end(requeueAfter > 0 ? 'requeue_after' : 'success');
    } catch (error) {
      end('error');
      if (error instanceof TerminalError) {
        metrics.terminalError();
        this.#queue.forget(request);
        log.error('reconcile failed for good', { error });
      } else if (cutOff.aborted) {
        log.warn('reconcile was cut off', { error });
      } else {
        log.error('reconcile failed, to be tried again', { error, failures: this.#queue.failures(request) + 1 });
        this.#queue.addRateLimited(request);
      }
    }
  }
}
