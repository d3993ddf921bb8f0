/** Starts a component that runs until its signal is aborted. */
export type Start = (signal: AbortSignal) => Promise<void>;

/** Runs components that start at the same time; those added later start at once. */
export class RunnableGroup {
  readonly #waiting: Start[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #failed: (error: unknown) => void;
  #signal: AbortSignal | undefined;

  /** @param failed called for every component that rejects or throws */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  add(start: Start): void {
    if (this.#signal === undefined) this.#waiting.push(start);
    else this.#run(start, this.#signal);
  }

  start(signal: AbortSignal): void {
    this.#signal = signal;
    for (const start of this.#waiting) this.#run(start, signal);
  }

  /** Resolves when all started components have ended, successfully or not. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #run(start: Start, signal: AbortSignal): void {
    if (signal.aborted) return;
    // A synchronous exception counts as a rejection.
    const ended: Promise<void> = Promise.resolve()
      .then(() => start(signal))
      .catch(this.#failed)
      .finally(() => this.#running.delete(ended));
    this.#running.add(ended);
  }
}
