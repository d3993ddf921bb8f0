/** Unfinished work in seconds: of all keys together, and of the longest-running one. */
export interface UnfinishedWork {
  readonly seconds: number;
  readonly longest: number;
}

/**
 * Observes the events of a queue, for metrics. Durations are in seconds; a queue without priorities passes undefined
 * for them.
 */
export interface QueueObserver {
  /** The queue was created; the function returns its current unfinished work. */
  opened?(unfinishedWork: () => UnfinishedWork): void;
  /** A key waits for its turn. */
  added?(priority: number | undefined): void;
  /** A waiting key was added with a higher priority. */
  raised?(before: number, priority: number): void;
  /** A key was added with a delay. */
  retried?(): void;
  /** A key was taken, after the given wait. */
  started?(waited: number, priority: number | undefined): void;
  finished?(worked: number): void;
  /** The queue was closed, and waiting keys were dropped. */
  closed?(): void;
}
