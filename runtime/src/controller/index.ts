export { controllerManagedBy, type ControllerBuilder, type WatchOptions } from './builder.js';
export type { ControllerOptions } from './controller.js';
export type { MapFunction } from './event-handlers.js';
export * from './predicates.js';
export * from './reconciler.js';
