/** Starts a component that runs until its signal is aborted. */
export type Start = (signal: AbortSignal) => Promise<void>;

/** Component of a group. */
interface Component {
  readonly start: Start;
  /** Describes what it is doing, for the error about a component that does not end. */
  readonly describe: () => string;
}

/** Runs components that start at the same time. Components that are added later start at once. */
export class RunnableGroup {
  readonly #waiting: Component[] = [];
  readonly #running = new Map<Promise<void>, Component>();
  readonly #failed: (error: unknown) => void;
  #signal: AbortSignal | undefined;

  /** @param failed called for every component that rejects or throws */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  add(start: Start, describe: () => string): void {
    const component = { start, describe };
    if (this.#signal === undefined) this.#waiting.push(component);
    else this.#run(component, this.#signal);
  }

  start(signal: AbortSignal): void {
    this.#signal = signal;
    for (const component of this.#waiting) this.#run(component, signal);
  }

  /** Resolves when all started components have ended, successfully or not. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.keys());
  }

  /** Describes the components that have not ended. */
  running(): readonly string[] {
    return Array.from(this.#running.values(), ({ describe }) => describe());
  }

  #run(component: Component, signal: AbortSignal): void {
    if (signal.aborted) return;
    // A synchronous exception counts as a rejection.
    const ended: Promise<void> = Promise.resolve()
      .then(() => component.start(signal))
      .catch(this.#failed)
      .finally(() => this.#running.delete(ended));
    this.#running.set(ended, component);
  }
}
