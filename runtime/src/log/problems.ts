import type { LogFields, Logger } from './logger.js';

/** Logs once when a problem appears and once when it is resolved, instead of with every attempt. */
export class Problems {
  readonly #log: Logger;
  readonly #known = new Set<string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Warns on the first call; logs at `debug` while the problem lasts. */
  is(problem: string, message: string, fields?: LogFields): void {
    if (this.#known.has(problem)) this.#log.debug(message, fields);
    else this.#log.warn(message, fields);
    this.#known.add(problem);
  }

  /** Logs that the problem is resolved, if there was one. */
  isGone(problem: string, message: string, fields?: LogFields): void {
    if (this.#known.delete(problem)) this.#log.info(message, fields);
  }
}
