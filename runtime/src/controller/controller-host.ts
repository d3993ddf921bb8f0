import type { Cache } from '../cache/cache.js';
import type { Logger } from '../log/logger.js';
import type { ControllerMetrics } from '../metrics/metrics.js';
import type { Controller } from './controller.js';
import type { ControllerDefaults } from './options.js';

/** What a controller is given by whoever runs it. */
export interface ControllerSurroundings {
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  /** Asked before every reconcile; false where this process may not act, because its lease has run out. */
  readonly mayAct: () => boolean;
}

/** Who runs controllers: the part of a `Manager` that `controllerManagedBy` needs. */
export interface ControllerHost {
  /** Where the controllers watch. */
  readonly cache: Cache;
  /** What counts for a controller that does not say it itself. */
  readonly controllerOptions: ControllerDefaults;
  /**
   * Used by `controllerManagedBy`.
   * @param workers how many reconciles it runs at a time
   * @throws Error when another controller has the name
   */
  addController(name: string, workers: number, make: (surroundings: ControllerSurroundings) => Controller): void;
}
