import { inspect } from 'node:util';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What a line says beside its message. An Error is written with its message, its stack and its cause. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to every line. */
  with(fields: LogFields): Logger;
}

export interface LoggerOptions {
  /** The least level that is written; `info` unless said otherwise. */
  readonly level?: LogLevel;
  /** Takes a line without its end; writes to standard error unless said otherwise. */
  readonly write?: (line: string) => void;
}

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** A logger that writes one JSON object a line: `{"ts":"...","level":"info","msg":"...", ...fields}`. */
export function createLogger({ level = 'info', write = toStandardError }: LoggerOptions = {}): Logger {
  const least = order.indexOf(level);
  const make = (inherited: LogFields): Logger => {
    const at =
      (own: LogLevel) =>
      (msg: string, fields: LogFields = {}): void => {
        if (order.indexOf(own) < least) return;
        write(lineOf({ ts: new Date().toISOString(), level: own, msg, ...inherited, ...fields }));
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

/** A line must never fail: a field that cannot be written as JSON is written as text. */
function lineOf(fields: LogFields): string {
  try {
    return jsonOf(fields);
  } catch {
    return jsonOf(Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, writable(value)])));
  }
}

function writable(value: unknown): unknown {
  try {
    jsonOf(value);
    return value;
  } catch {
    return inspect(value);
  }
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : plain(each)));
}

function plain(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  const errors: unknown = value instanceof AggregateError ? value.errors : undefined;
  return { name, message, stack, cause, errors };
}
