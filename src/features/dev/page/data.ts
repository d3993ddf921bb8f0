/** A reconcile that has ended. Times are milliseconds since 1970. */
export interface PageReconcile {
  readonly at: number;
  readonly milliseconds: number;
  readonly result: string;
  /** The writes of the operator meanwhile; absent if they are not known. */
  readonly wrote?: readonly string[];
}

/** An object, and its last reconciles by one controller. */
export interface PageObject {
  readonly controller: string;
  readonly object: string;
  /** Numbers of all its reconciles, and of those that failed, since the page is recorded. */
  readonly reconciles: number;
  readonly failures: number;
  /** The last ones, oldest first. */
  readonly last: readonly PageReconcile[];
  /** The error of the last reconcile, if it failed. */
  readonly error?: string;
  /** The first position of the error in `src/`. */
  readonly errorAt?: string;
}

/** The queue of a controller. */
export interface PageQueue {
  readonly controller: string;
  readonly ready: number;
  readonly delayed: number;
  readonly processing: number;
}

/** The queues at one time. */
export interface PageSample {
  readonly at: number;
  readonly queues: readonly PageQueue[];
}

/** A field that a write has changed, with its values as JSON; a side is absent if the field was. */
export interface PageDifference {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

/** A write of the operator. */
export interface PageWrite {
  readonly at: number;
  readonly verb: string;
  /** Such as `deployments default/web`. */
  readonly object: string;
  /** Absent if there is nothing to compare with. */
  readonly differences?: readonly PageDifference[];
  /** Says why there are no differences. */
  readonly note?: string;
}

/** An event of the cluster. */
export interface PageEvent {
  readonly id: string;
  readonly at: number;
  readonly type: string;
  readonly reason: string;
  readonly object: string;
  readonly text: string;
}

/** A line of the output of `dev`. */
export interface PageLine {
  readonly at: number;
  readonly text: string;
}

/** All that has changed since a version of the recorded data. */
export interface PageUpdate {
  /** The run of `dev`; versions of another one mean nothing. */
  readonly run: string;
  readonly version: number;
  readonly isRunning: boolean;
  readonly objects: readonly PageObject[];
  readonly samples: readonly PageSample[];
  readonly writes: readonly PageWrite[];
  readonly events: readonly PageEvent[];
  readonly lines: readonly PageLine[];
}
