/** State of a queue at one moment. Times are monotonic milliseconds, and keys are identified by strings. */
export interface QueueSnapshot {
  /** Number of keys that wait for their turn, or for the end of their processing. */
  readonly ready: number;
  /** Number of keys whose time has not come. */
  readonly delayed: number;
  readonly processing: readonly {
    readonly id: string;
    readonly since: number;
    /** Whether it was added again while it was processed. */
    readonly queuedAgain: boolean;
  }[];
  /** The delayed keys that are due first. */
  readonly waiting: readonly { readonly id: string; readonly readyAt: number; readonly failures: number }[];
}

/** Returns the delayed items that are due first, in order; sorts only a few of a large number. */
export function soonest<I extends { readonly readyAt: number | undefined }>(items: Iterable<I>, most: number): I[] {
  const first: I[] = [];
  let latest = Infinity;
  const cut = (): void => {
    first.sort((one, other) => one.readyAt! - other.readyAt!);
    first.length = Math.min(first.length, most);
  };
  for (const item of items) {
    if (item.readyAt === undefined || item.readyAt >= latest) continue;
    first.push(item);
    if (first.length < most * 2) continue;
    cut();
    latest = first.at(-1)?.readyAt ?? -Infinity;
  }
  cut();
  return first;
}
