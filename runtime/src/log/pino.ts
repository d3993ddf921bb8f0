import type { LogFields, Logger } from './logger.js';

/**
 * Methods of a pino logger that are used: https://getpino.io/#/docs/api. Any logger that takes fields before the
 * message fits.
 */
export interface PinoLike {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): PinoLike;
}

/**
 * Returns a logger that writes through pino: `createManager({ log: fromPino(pino()) })`. Errors go to `err`, where pino
 * expects them.
 */
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
