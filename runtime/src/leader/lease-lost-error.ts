/** Thrown when a leader cannot renew its lease: the process has to end, because another may lead now. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** What is known when a lease is lost; times are milliseconds. */
export interface LossReport {
  /** Who has it now, empty for nobody; undefined where nobody is known to have taken it. */
  readonly takenBy: string | undefined;
  /** How much later the process looked after its lease than it wanted to. */
  readonly stalled: number;
  readonly renewDeadline: number;
  /** Why the last renewal failed. */
  readonly lastError: unknown;
}

/** Why a lease was lost, in words for whoever looks after the operator. */
export function whyLost({ takenBy, stalled, renewDeadline, lastError }: LossReport): string {
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
  if (takenBy !== undefined) return takenBy === '' ? 'it was taken away' : `${takenBy} has it now`;
  if (stalled > renewDeadline / 2) {
    return `this process stood still for ${seconds(stalled)}: a computation held the event loop, or it was stopped`;
  }
  const why = lastError instanceof Error ? `: ${lastError.message}` : '';
  return `it could not be renewed within ${seconds(renewDeadline)}${why}`;
}
