import type { LogFields, Logger } from './logger.js';

/** Says of a problem that it is there once, and that it is gone: not with every attempt. */
export class Problems {
  readonly #log: Logger;
  readonly #known = new Set<string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Warns the first time; says it in `debug` as long as the problem stays. */
  is(problem: string, message: string, fields?: LogFields): void {
    if (this.#known.has(problem)) this.#log.debug(message, fields);
    else this.#log.warn(message, fields);
    this.#known.add(problem);
  }

  /** Says so where the problem was there. */
  isGone(problem: string, message: string, fields?: LogFields): void {
    if (this.#known.delete(problem)) this.#log.info(message, fields);
  }
}
