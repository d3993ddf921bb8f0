export type { DeepReadonly, KubernetesObject } from './api/object.js';
export { resourceInfo, type KindHandle, type ResourceInfo } from './api/resource.js';
export * from './cache/index.js';
export type { SelfSignedOptions } from './certificates/options.js';
export * from './client/index.js';
export * from './configuration/index.js';
export * from './conditions/conditions.js';
export * from './controller/index.js';
export type { EventDetails, EventRecorder, EventSubject } from './events/event-recorder.js';
export * from './controllerutil/index.js';
export * from './json/index.js';
export { LeaseLostError } from './leader/lease-lost-error.js';
export { createLogger, type LogFormat, type LoggerOptions } from './log/create-logger.js';
export type { LogFields, Logger, LogLevel } from './log/logger.js';
export { fromPino, type PinoLike } from './log/pino.js';
export { createManager } from './manager/create-manager.js';
export type { Manager, Runnable } from './manager/manager.js';
export type {
  DebugServerOptions,
  LeaderElectionOptions,
  ManagerOptions,
  ManagerWebhookOptions,
} from './manager/options.js';
export type { MetricsHandler, MetricsServerOptions } from './metrics/metrics-server.js';
export type { ControllerMetrics, Metrics, ReconcileResult, RequestReport, WebhookMetrics } from './metrics/metrics.js';
export type { Counter, Gauge, Histogram, Labels, MetricsRegistry, WithLabels } from './metrics/registry.js';
export { ShutdownTimeoutError } from './manager/shutdown-timeout-error.js';
export { setupSignalHandler } from './manager/signals.js';
export { InvalidValueError } from './errors/invalid-value-error.js';
export { formatDuration, formatNanoseconds, isDuration, parseDuration, parseNanoseconds } from './scalars/duration.js';
export type { ParsedQuantity, QuantityFormat } from './scalars/quantity-text.js';
export * from './scalars/quantity.js';
export { setUpWith, type DependenciesOf, type Registration, type SetUp } from './operator/dependencies.js';
export type {
  BooleanFlag,
  Flag,
  FlagDescription,
  Flags,
  FlagValues,
  NumberFlag,
  StringFlag,
} from './operator/flags.js';
export {
  runOperator,
  type OperatorContext,
  type OperatorFlags,
  type OperatorOptions,
  type OperatorSettings,
} from './operator/run-operator.js';
export { standardFlags } from './operator/standard-flags.js';
export type { CertificateSource } from './serving/certificate-source.js';
export type { Certificate } from './serving/certificate.js';
export type { HealthCheck } from './serving/health-checks.js';
export * from './webhook/index.js';
export * from './queue/index.js';
export type { Clock } from './timing/clock.js';
export * from './transport/index.js';
