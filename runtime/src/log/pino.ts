import type { LogFields, Logger } from './logger.js';

/** What is used of a pino logger: https://getpino.io/#/docs/api. Others that take fields before the message fit as well. */
export interface PinoLike {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): PinoLike;
}

/** A logger that writes through pino: `createManager({ log: fromPino(pino()) })`. Errors go to `err`, where pino looks for them. */
export function fromPino(pino: PinoLike): Logger {
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}): void =>
      pino[level](named(fields), message);
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => fromPino(pino.child(named(fields))),
  };
}

function named({ error, ...fields }: LogFields): LogFields {
  return error === undefined ? fields : { ...fields, err: error };
}
