/** Work that has begun and not ended, in seconds: of all keys together, and of the one that takes longest. */
export interface UnfinishedWork {
  readonly seconds: number;
  readonly longest: number;
}

/**
 * Told of what happens in a queue; how the metrics see it. Durations are in seconds; a queue without priorities says undefined
 * for them.
 */
export interface QueueObserver {
  /** The queue is made; the function says, whenever it is called, what is worked on. */
  opened?(unfinishedWork: () => UnfinishedWork): void;
  /** A key waits for its turn. */
  added?(priority: number | undefined): void;
  /** A key that waits for its turn was added with a higher priority. */
  raised?(before: number, priority: number): void;
  /** A key was added that has to wait for a time first. */
  retried?(): void;
  /** A key was taken, after it had waited for its turn. */
  started?(waited: number, priority: number | undefined): void;
  finished?(worked: number): void;
  /** What waited was dropped. */
  closed?(): void;
}
