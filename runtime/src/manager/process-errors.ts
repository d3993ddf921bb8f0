import type { Logger } from '../log/logger.js';

export interface ProcessErrorPolicy {
  readonly log: Logger;
  /** Called for every unhandled rejection. */
  readonly rejected: () => void;
  /** Stops the manager. */
  readonly end: (error: unknown) => void;
  /** Whether an unhandled rejection stops it as well. */
  readonly endOnRejection: boolean;
}

/**
 * Handles errors of the process that nothing else handles. An unhandled rejection is a forgotten `await`: only the
 * promise has failed, so it is logged and counted and everything else continues. An uncaught exception in a callback
 * may have left anything half-done, so the manager shuts down, and the process is restarted.
 * @returns a function that stops the handling
 */
export function watchProcessErrors({ log, rejected, end, endOnRejection }: ProcessErrorPolicy): () => void {
  const onRejection = (error: unknown): void => {
    rejected();
    if (endOnRejection) end(error);
    else log.error('unhandled promise rejection: an await is missing', { error });
  };
  const onException = (error: unknown): void => {
    log.error('uncaught exception: the manager stops', { error });
    end(error);
  };
  // The log no longer has a reader. Logging that would fail as well, and cause another error, indefinitely.
  const onClosedLog = (): void => undefined;
  process.stderr.on('error', onClosedLog);
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
    process.stderr.off('error', onClosedLog);
  };
}
