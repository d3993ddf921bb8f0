import type { Logger } from '../log/logger.js';

export interface ProcessErrorPolicy {
  readonly log: Logger;
  /** Told of every rejection that nobody waited for. */
  readonly rejected: () => void;
  /** Ends the manager. */
  readonly end: (error: unknown) => void;
  /** Whether a rejection that nobody waits for ends it as well. */
  readonly endOnRejection: boolean;
}

/**
 * What the process does about errors that nobody handles. A rejection nobody waits for is a forgotten `await`: the promise
 * has failed and nothing else, so that it is logged and counted and the rest goes on. An exception out of a callback may
 * have left anything half-done: the manager ends, in order, and the process is started anew.
 * @returns how to stop looking
 */
export function watchProcessErrors({ log, rejected, end, endOnRejection }: ProcessErrorPolicy): () => void {
  const onRejection = (error: unknown): void => {
    rejected();
    if (endOnRejection) end(error);
    else log.error('a promise was rejected and nothing waited for it: an await is missing', { error });
  };
  const onException = (error: unknown): void => {
    log.error('an exception was thrown where nothing could catch it: the manager ends', { error });
    end(error);
  };
  // Nobody reads the log any more. To log that would fail as well, and so on for ever.
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
