import { CacheSyncError } from '../cache/cache.js';
import { unlessAborted } from '../client/deadline.js';
import type { Logger } from '../log/logger.js';
import type { Clock } from '../queue/clock.js';
import type { RequestQueue } from './event-handlers.js';
import type { Source } from './source.js';

export interface StartOptions {
  readonly sources: readonly Source[];
  readonly name: string;
  readonly log: Logger;
  readonly clock: Clock;
  /** Milliseconds; no end where absent. */
  readonly cacheSyncTimeout?: number | undefined;
  readonly signal: AbortSignal;
}

/** Milliseconds between two lines that say what is waited for. */
const pause = 30_000;

/**
 * Starts the sources of a controller, all at once, and waits until what was there is in the queue. Says now and then for what
 * it waits. Resolves early when the signal is aborted.
 * @throws CacheSyncError when it takes longer than it may; it names the sources and their last errors
 */
export async function startSources(queue: RequestQueue, options: StartOptions): Promise<void> {
  const { sources, name, log, clock, cacheSyncTimeout, signal } = options;
  const waiting = new Set(sources);
  const missing = (): string => [...waiting].map(describe).join('; ');
  const started = clock.now();
  let remind = (): void => undefined;
  const setReminder = (): void => {
    remind = clock.after(pause, () => {
      log.warn('the controller waits for what it watches', {
        waitingFor: missing(),
        seconds: Math.round((clock.now() - started) / 1000),
      });
      setReminder();
    });
  };
  setReminder();
  let forgetTimeout = (): void => undefined;
  const timeout = new Promise<never>((_, reject) => {
    if (cacheSyncTimeout === undefined) return;
    forgetTimeout = clock.after(cacheSyncTimeout, () =>
      reject(
        new CacheSyncError(`controller ${name} could not read what it watches in ${cacheSyncTimeout} ms: ${missing()}`),
      ),
    );
  });
  const start = async (source: Source): Promise<void> => {
    await source.start(queue, { signal, log });
    waiting.delete(source);
  };
  try {
    await unlessAborted(Promise.race([Promise.all(sources.map(start)), timeout]), signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    remind();
    forgetTimeout();
  }
}

function describe({ label, lastError }: Source): string {
  return lastError instanceof Error ? `${label}: ${lastError.message}` : label;
}
