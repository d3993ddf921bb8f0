import { createLogger, type LoggerOptions } from '../../runtime/src/log/create-logger.js';
import type { Logger } from '../../runtime/src/log/logger.js';

/** A logger that keeps what is said, each line as an object. */
export function logInto(lines: Record<string, any>[], options: Omit<LoggerOptions, 'write'> = {}): Logger {
  return createLogger({ ...options, write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
}

/** A logger that says nothing. */
export const silentLogger: Logger = createLogger({ write: () => undefined });
