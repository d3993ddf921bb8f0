import { ConfigError } from '../errors/config-error.js';
import { realClock, type Clock } from '../timing/clock.js';

export interface ElectionOptions {
  /** Name of the Lease. */
  readonly id: string;
  readonly namespace: string;
  /** Identity of this process; must be unique. */
  readonly identity: string;
  /** Milliseconds after the last renewal before another process takes over; defaults to 15 s. */
  readonly leaseDuration?: number;
  /** Milliseconds after which a leader that cannot renew gives up. Shorter than the lease; defaults to 10 s. */
  readonly renewDeadline?: number;
  /** Milliseconds between attempts; defaults to 2 s. */
  readonly retryPeriod?: number;
  readonly clock?: Clock;
}

// Defaults of client-go.
const defaults = { leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2_000, clock: realClock };
/** Fraction of the retry period by which a pause can be longer, so that waiting processes do not all ask at once. */
export const jitter = 0.2;

/**
 * Resolves the options with client-go's defaults.
 * @throws ConfigError if the durations would allow two leaders at once, or a leader to give up without a second attempt
 */
export function resolveElectionOptions(given: ElectionOptions): Required<ElectionOptions> {
  const options = { ...defaults, ...given };
  const { leaseDuration, renewDeadline, retryPeriod } = options;
  if (!(leaseDuration > renewDeadline && renewDeadline > retryPeriod * (1 + jitter) && retryPeriod > 0)) {
    const they = `they are ${leaseDuration}, ${renewDeadline} and ${retryPeriod} ms`;
    throw new ConfigError(
      `leaseDuration must be longer than renewDeadline, and that longer than ${1 + jitter} times retryPeriod: ${they}`,
    );
  }
  return options;
}
