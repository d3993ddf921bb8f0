export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Fields of a log line. An Error is written with its message, its stack and its cause. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Logger of the runtime. `debug` corresponds to V(1) of https://pkg.go.dev/github.com/go-logr/logr#Logger. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Returns a logger that adds these fields to every line. */
  with(fields: LogFields): Logger;
}
