import { isGone, isServiceUnavailable, isTooManyRequests } from '../client/error-reasons.js';
import type { Logger } from '../log/logger.js';

// Milliseconds after which a lasting fault is logged again.
const often = 60_000;

// Milliseconds after which a fault that usually passes is logged as one that lasts.
const patience = 5000;

/**
 * Logs the faults of a mirror: when a fault begins, once a minute while it lasts, and when it is resolved. A condition
 * that usually passes counts as a fault only if it lasts: an expired version, or a server that asks to retry later, as
 * it does right after a CRD is installed or changed.
 */
export class Faults {
  readonly #resource: string;
  readonly #explain: (error: unknown) => string;
  readonly #log: Logger;
  /** Time at which each fault was last logged, in milliseconds, for faults that alternate. */
  readonly #said = new Map<string, number>();
  #last: Error | undefined;
  /** Time since which only faults that usually pass have occurred, in milliseconds. */
  #since: number | undefined;

  /** @param explain explains an error: the problem and what to do */
  constructor(resource: string, explain: (error: unknown) => string, log: Logger) {
    this.#resource = resource;
    this.#explain = explain;
    this.#log = log;
  }

  /** Current problem and what to do about it; undefined if there is none. */
  get last(): Error | undefined {
    return this.#last;
  }

  failed(error: unknown): void {
    const message = this.#explain(error);
    this.#last = new Error(message, { cause: error });
    const now = performance.now();
    if (usuallyPasses(error)) {
      this.#since ??= now;
      if (now - this.#since < patience) {
        this.#log.debug('the cache is read again', { resource: this.#resource, reason: message });
        return;
      }
    } else this.#since = undefined;
    for (const [each, at] of this.#said) if (now - at >= often) this.#said.delete(each);
    // A fault that affects a watch and then a list is the same fault, with almost the same message.
    const fault = message.replaceAll(/\b(?:list|watch)\b/g, '');
    if (this.#said.has(fault)) return;
    this.#said.set(fault, now);
    this.#log.warn('the cache cannot be kept up to date; retrying', {
      resource: this.#resource,
      reason: message,
    });
  }

  /** Records that a list succeeded; whether a watch works is not known yet. */
  listed(): void {
    this.#last = undefined;
  }

  works(): void {
    this.#last = undefined;
    this.#since = undefined;
    if (this.#said.size > 0) this.#log.info('the cache is up to date again', { resource: this.#resource });
    this.#said.clear();
  }
}

function usuallyPasses(error: unknown): boolean {
  return isGone(error) || isTooManyRequests(error) || isServiceUnavailable(error);
}
