export { controllerManagedBy, type ControllerBuilder, type OwnsOptions, type WatchOptions } from './builder.js';
export {
  channelSource,
  type BufferOptions,
  type ChannelMapFunction,
  type ChannelOptions,
  type ChannelSource,
} from './channel-source.js';
export type { Controller, ControllerParts } from './controller.js';
export type { ControllerState, KeyInProcess, ReconciledObject, WaitingRetry } from './controller-state.js';
export type { ControllerHost } from './controller-host.js';
export { lowPriority } from './deliver.js';
export * from './event-handlers.js';
export * from './events.js';
export type { ControllerDefaults, ControllerOptions, SharedControllerOptions } from './options.js';
export * as predicate from './predicates.js';
export type { AnyPredicate, EachKindPredicate, Predicate, TypedPredicate } from './predicates.js';
export type { PastReconcile, ReconcileHistory } from './reconcile-history.js';
export { TerminalError, type Context, type Reconciler, type Request, type Result } from './reconciler.js';
export { kindSource, type Source } from './source.js';
export type { ControllerSurroundings } from './surroundings.js';
export { timerSource, type TimerOptions } from './timer-source.js';
