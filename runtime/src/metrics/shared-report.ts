import type { Clock } from '../timing/clock.js';
import type { Metrics } from './metrics.js';

/** Milliseconds during which all scrapes get the same report. */
const sharedFor = 1000;

/**
 * Returns a function that returns the report of the metrics, and creates it at most once per second: with many metrics,
 * this blocks the process for milliseconds, and many concurrent scrapes would add up.
 */
export function sharedReport({ report }: Pick<Metrics, 'report'>, clock: Clock): Metrics['report'] {
  let shared: ReturnType<Metrics['report']> | undefined;
  return () => {
    if (shared === undefined) {
      shared = report();
      clock.after(sharedFor, () => (shared = undefined));
    }
    return shared;
  };
}
