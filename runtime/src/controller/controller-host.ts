import type { Cache } from '../cache/cache.js';
import type { Controller } from './controller.js';
import type { ControllerDefaults } from './options.js';
import type { ControllerSurroundings } from './surroundings.js';

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
