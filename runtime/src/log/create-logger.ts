import { consoleLine, jsonLine } from './format.js';
import type { LogFields, Logger, LogLevel } from './logger.js';

/** Format of log lines: JSON for machines, or text for a terminal. */
export type LogFormat = 'json' | 'console';

/** Options of a logger. */
export interface LoggerOptions {
  /** Minimum level to write; defaults to `info`. */
  readonly level?: LogLevel;
  /** Format; defaults to `json`. */
  readonly format?: LogFormat;
  /** Writes a line, given without its line break; defaults to the standard error. */
  readonly write?: (line: string) => void;
}

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const lines = { json: jsonLine, console: consoleLine };

/** Creates a logger that writes one JSON object per line: `{"ts":"...","level":"info","msg":"...", ...fields}`. */
export function createLogger({ level = 'info', format = 'json', write = toStandardError }: LoggerOptions = {}): Logger {
  const least = order.indexOf(level);
  const lineOf = lines[format];
  const make = (inherited: LogFields): Logger => {
    const at =
      (own: LogLevel) =>
      (msg: string, fields: LogFields = {}): void => {
        if (order.indexOf(own) < least) return;
        write(lineOf({ ts: new Date().toISOString(), level: own, msg, fields: { ...inherited, ...fields } }));
      };
    return {
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      with: (fields) => make({ ...inherited, ...fields }),
    };
  };
  return make({});
}

function toStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}
