import type { Logger } from '../log/logger.js';
import type { ControllerMetrics } from '../metrics/metrics.js';
import type { ReconcileHistory } from './reconcile-history.js';

/** Dependencies of a controller, provided by its host. */
export interface ControllerSurroundings {
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  /** Called before every reconcile; returns false if this process must not act because its lease has expired. */
  readonly mayAct: () => boolean;
  /** Keeps the last reconciles of each object; unset if the debug endpoint is disabled. */
  readonly history?: ReconcileHistory | undefined;
}
