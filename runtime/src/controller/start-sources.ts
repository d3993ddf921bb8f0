import { CacheSyncError } from '../cache/cache.js';
import type { Logger } from '../log/logger.js';
import type { ControllerMetrics } from '../metrics/metrics.js';
import type { Clock } from '../timing/clock.js';
import { deferred } from '../timing/deferred.js';
import { unlessAborted } from '../timing/wait.js';
import type { DeliveryContext } from './deliver.js';
import type { RequestQueue } from './event-handlers.js';
import type { Source } from './source.js';

export interface StartOptions {
  readonly sources: readonly Source[];
  readonly name: string;
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  readonly clock: Clock;
  /** Milliseconds; unlimited if unset. */
  readonly cacheSyncTimeout?: number | undefined;
  readonly signal: AbortSignal;
}

/** Milliseconds between log lines about what is waited for. */
const pause = 30_000;

/**
 * Starts the sources of a controller concurrently, and waits until all existing objects are in the queue. Regularly
 * logs what it waits for. Resolves early when the signal is aborted.
 * @throws CacheSyncError on a timeout; it names the sources and their last errors
 */
export async function startSources(queue: RequestQueue, options: StartOptions): Promise<void> {
  const { sources, name, log, metrics, clock, cacheSyncTimeout, signal } = options;
  if (signal.aborted) return;
  const waiting = new Set(sources);
  const missing = (): string => [...waiting].map(describe).join('; ');
  const start = async (source: Source): Promise<void> => {
    const context: DeliveryContext = { signal, log, clock, handlerFailed: () => metrics.handlerFailed?.() };
    await source.start(queue, context);
    waiting.delete(source);
  };
  const tooLate = deferred<never>();
  const giveUp = (): void =>
    tooLate.reject(
      new CacheSyncError(`controller ${name} could not read what it watches in ${cacheSyncTimeout} ms: ${missing()}`),
    );
  const cancelTimeout = cacheSyncTimeout === undefined ? undefined : clock.after(cacheSyncTimeout, giveUp);
  const stopReminding = every(pause, clock, () =>
    log.warn('the controller is waiting for the kinds that it watches; retrying', { waitingFor: missing() }),
  );
  try {
    await unlessAborted(Promise.race([Promise.all(sources.map(start)), tooLate.promise]), signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stopReminding();
    cancelTimeout?.();
  }
}

function describe({ label, lastError }: Source): string {
  return lastError instanceof Error ? `${label}: ${lastError.message}` : label;
}

/** Calls a function repeatedly until the returned function is called. */
function every(period: number, clock: Clock, callback: () => void): () => void {
  const next = (): (() => void) =>
    clock.after(period, () => {
      callback();
      cancel = next();
    });
  let cancel = next();
  return () => cancel();
}
