import { createLogger, type LoggerOptions } from '../../runtime/src/log/create-logger.js';
import type { Logger } from '../../runtime/src/log/logger.js';

/** Creates a logger that keeps its lines, each as an object. */
export function logInto(lines: Record<string, any>[], options: Omit<LoggerOptions, 'write'> = {}): Logger {
  return createLogger({ ...options, write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
}

/** A logger that writes nothing. */
export const silentLogger: Logger = createLogger({ write: () => undefined });
