import type { LogFields, Logger } from './logger.js';

/**
 * Wraps a logger whose methods may throw, such as one that writes to a closed connection: a lost line must not end what
 * it describes. The first error is shown as a warning of the process.
 */
export function guardedLogger(logger: Logger): Logger {
  let isKnown = false;
  const failed = (error: unknown): void => {
    if (!isKnown) process.emitWarning(`the logger failed: ${String(error)}`);
    isKnown = true;
  };
  const guarded = (inner: Logger): Logger => {
    const at =
      (level: 'debug' | 'info' | 'warn' | 'error') =>
      (message: string, fields?: LogFields): void => {
        try {
          inner[level](message, fields);
        } catch (error) {
          failed(error);
        }
      };
    return {
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      with: (fields) => {
        try {
          return guarded(inner.with(fields));
        } catch (error) {
          failed(error);
          return guarded(inner);
        }
      },
    };
  };
  return guarded(logger);
}
