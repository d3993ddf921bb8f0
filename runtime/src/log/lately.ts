// How often a failure that lasts is said again, in milliseconds.
const often = 60_000;
// Different failures that are said in that time.
const most = 100;

/** What was said lately: what fails with every call is said once a minute. */
export class Lately {
  /** When each was said, in milliseconds. */
  readonly #said = new Map<string, number>();

  /** Reports whether a failure is to be said, and takes it for said. */
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
