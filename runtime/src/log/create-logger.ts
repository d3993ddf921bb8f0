import { consoleLine, jsonLine } from './format.js';
import type { LogFields, Logger, LogLevel } from './logger.js';

/** JSON for machines, or lines for people who look at a terminal. */
export type LogFormat = 'json' | 'console';

/** What is written, how, and where to. */
export interface LoggerOptions {
  /** The least level that is written; `info` unless said otherwise. */
  readonly level?: LogLevel;
  /** `json` unless said otherwise. */
  readonly format?: LogFormat;
  /** Takes a line without its end; writes to standard error unless said otherwise. */
  readonly write?: (line: string) => void;
}

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const lines = { json: jsonLine, console: consoleLine };

/** A logger that writes one JSON object a line: `{"ts":"...","level":"info","msg":"...", ...fields}`. */
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
