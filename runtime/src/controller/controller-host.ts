import type { Cache } from '../cache/cache.js';
import type { Controller } from './controller.js';
import type { ControllerDefaults } from './options.js';
import type { ControllerSurroundings } from './surroundings.js';

/** Host of controllers: the part of a `Manager` that `controllerManagedBy` needs. */
export interface ControllerHost {
  /** Cache for the watches of the controllers. */
  readonly cache: Cache;
  /** Default options of every controller. */
  readonly controllerOptions: ControllerDefaults;
  /**
   * Adds a controller; called by `controllerManagedBy`.
   * @param workers maximum number of concurrent reconciles
   * @throws Error if the name is already used by another controller
   */
  readonly addController: (
    name: string,
    workers: number,
    make: (surroundings: ControllerSurroundings) => Controller,
  ) => void;
}
