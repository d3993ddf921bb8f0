// Milliseconds after which a lasting failure is logged again.
const often = 60_000;
// Number of different failures to log in that time.
const most = 100;

/** Remembers recent log messages, so that a failure of every call is logged once a minute. */
export class Lately {
  /** Time of each message in milliseconds. */
  readonly #said = new Map<string, number>();

  /** Reports whether to log a failure, and records it as logged. */
  isNew(failure: string): boolean {
    const now = performance.now();
    for (const [each, at] of this.#said) {
      if (now - at < often) break;
      this.#said.delete(each);
    }
    if (this.#said.has(failure) || this.#said.size >= most) return false;
    this.#said.set(failure, now);
    return true;
  }
}
