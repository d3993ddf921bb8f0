import type { Logger } from '../log/logger.js';
import { deferred } from '../timing/deferred.js';

/**
 * The error that ends a manager before it was told to stop: the first one that is reported. Later errors are logged.
 */
export class Failure {
  /** True once the manager is stopping: later failures have no effect. */
  isExpected = false;
  readonly #first = deferred<never>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Rejects with the first error; never resolves. */
  get promise(): Promise<never> {
    return this.#first.promise;
  }

  report(error: unknown): void {
    if (this.isExpected) this.#log.error('an error occurred while the manager was stopping', { error });
    this.isExpected = true;
    this.#first.reject(error);
  }
}
