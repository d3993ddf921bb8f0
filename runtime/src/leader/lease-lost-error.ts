/** Error for a leader that cannot renew its lease: the process has to exit, because another one may lead now. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Details of a lost lease; times are in milliseconds. */
export interface LossReport {
  /** Current holder, empty if there is none; undefined if no other process is known to have taken it. */
  readonly takenBy: string | undefined;
  /** Delay with which the process handled its lease. */
  readonly stalled: number;
  readonly renewDeadline: number;
  /** The reason why the last renewal failed. */
  readonly lastError: unknown;
}

/** Explains to the operator's administrators why a lease was lost. */
export function whyLost({ takenBy, stalled, renewDeadline, lastError }: LossReport): string {
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
  if (takenBy !== undefined) return takenBy === '' ? 'it was taken away' : `${takenBy} has it now`;
  if (stalled > renewDeadline / 2) {
    return `this process was unresponsive for ${seconds(stalled)}: a computation blocked the event loop, or the process was suspended`;
  }
  const why = lastError instanceof Error ? `: ${lastError.message}` : '';
  return `it could not be renewed within ${seconds(renewDeadline)}${why}`;
}
