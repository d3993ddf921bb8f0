import type { Logger } from '../log/logger.js';

// How often a fault that lasts is said again, in milliseconds.
const often = 60_000;

/** What keeps a mirror from its work. It is said when it begins, once a minute while it lasts, and when it is over. */
export class Faults {
  readonly #resource: string;
  readonly #explain: (error: unknown) => string;
  readonly #log: Logger;
  /** When each was said last, in milliseconds: of several that take turns as well. */
  readonly #said = new Map<string, number>();
  #last: Error | undefined;

  /** @param explain what is said of an error: what is wrong, and what to do */
  constructor(resource: string, explain: (error: unknown) => string, log: Logger) {
    this.#resource = resource;
    this.#explain = explain;
    this.#log = log;
  }

  /** What is wrong and what to do about it; undefined while all is well. */
  get last(): Error | undefined {
    return this.#last;
  }

  failed(error: unknown): void {
    const message = this.#explain(error);
    this.#last = new Error(message, { cause: error });
    const now = performance.now();
    for (const [each, at] of this.#said) if (now - at >= often) this.#said.delete(each);
    // What a watch and then a list run into is one fault, in nearly the same words.
    const fault = message.replaceAll(/\b(?:list|watch)\b/g, '');
    if (this.#said.has(fault)) return;
    this.#said.set(fault, now);
    this.#log.warn('the cache cannot be kept up to date and goes on trying', {
      resource: this.#resource,
      reason: message,
    });
  }

  /** It can be read, but whether it can be watched is not known yet. */
  listed(): void {
    this.#last = undefined;
  }

  works(): void {
    this.#last = undefined;
    if (this.#said.size > 0) this.#log.info('the cache is kept up to date again', { resource: this.#resource });
    this.#said.clear();
  }
}
