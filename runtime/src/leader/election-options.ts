import { ConfigError } from '../errors/config-error.js';
import { realClock, type Clock } from '../timing/clock.js';

export interface ElectionOptions {
  /** Name of the Lease. */
  readonly id: string;
  readonly namespace: string;
  /** Who asks; no two processes may be called the same. */
  readonly identity: string;
  /** Milliseconds that others wait after the last sign of life before they take over; 15 s unless said otherwise. */
  readonly leaseDuration?: number;
  /** Milliseconds after which a leader that cannot renew gives up. Shorter than the lease; 10 s unless said otherwise. */
  readonly renewDeadline?: number;
  /** Milliseconds between attempts; 2 s unless said otherwise. */
  readonly retryPeriod?: number;
  readonly clock?: Clock;
}

// client-go's defaults.
const defaults = { leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2_000, clock: realClock };
/** Part of the retry period by which a pause may be longer, so that those who wait do not all ask at once. */
export const jitter = 0.2;

/**
 * The options with client-go's defaults where they say nothing.
 * @throws ConfigError when the durations would let two lead at once, or a leader give up without a second attempt
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
