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
  /** Called when the queue is created; the function returns its current unfinished work. */
  opened?(unfinishedWork: () => UnfinishedWork): void;
  /** Called when a key starts to wait for its turn. */
  added?(priority: number | undefined): void;
  /** Called when a waiting key is added with a higher priority. */
  raised?(before: number, priority: number): void;
  /** Called when a key is added with a delay. */
  retried?(): void;
  /** Called when a key is taken, after the given wait. */
  started?(waited: number, priority: number | undefined): void;
  finished?(worked: number): void;
  /** Called when the queue is closed, and waiting keys are dropped. */
  closed?(): void;
}
