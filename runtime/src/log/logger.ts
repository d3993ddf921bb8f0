export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What a line says beside its message. An Error is written with its message, its stack and its cause. */
export type LogFields = Readonly<Record<string, unknown>>;

/** What the runtime logs through. https://pkg.go.dev/github.com/go-logr/logr#Logger: its V(1) is `debug`. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to every line. */
  with(fields: LogFields): Logger;
}
