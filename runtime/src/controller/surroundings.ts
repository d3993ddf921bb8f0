import type { Logger } from '../log/logger.js';
import type { ControllerMetrics } from '../metrics/metrics.js';

/** What a controller is given by whoever runs it. */
export interface ControllerSurroundings {
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  /** Asked before every reconcile; false where this process may not act, because its lease has run out. */
  readonly mayAct: () => boolean;
}
