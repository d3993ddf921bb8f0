export {
  findTestAssets,
  type FoundTestAssets,
  type MissingTestAssets,
  type TestAssets,
  type TestAssetsOptions,
  type TestAssetsSource,
} from './assets.js';
export type { AuditEvent } from './audit.js';
export type { ClusterBackup, TestCluster } from './cluster.js';
export { ConversionLossError, type ConversionLoss } from './conversion/conversion-loss-error.js';
export { fuzzConversion, type FuzzConversionOptions } from './conversion/fuzz-conversion.js';
export type { CRDSource } from './crds.js';
export {
  startTestEnvironment,
  type TestEnvironment,
  type TestEnvironmentOptions,
  type WebhookInstallOptions,
} from './environment.js';
export { startFaultProxy, type FaultProxy, type FaultProxyTarget } from './fault-proxy.js';
export type { WatchFault } from './fault-body.js';
export {
  seededFaults,
  usualFaults,
  type BodyFault,
  type Fault,
  type FaultChooser,
  type ProxiedRequest,
  type SeededFaultsOptions,
} from './faults.js';
export type { Environment } from './platform.js';
export { FakeClock } from './fake-clock.js';
export type { Flags } from './flags.js';
export { readObject, type ReadObjectOptions } from './read-object.js';
export { joinTestEnvironment, type JoinedTestEnvironment, type JoinTestEnvironmentOptions } from './shared/join.js';
export { shareTestEnvironment, type SharedTestEnvironment, type ShareTestEnvironmentOptions } from './shared/share.js';
export type { TestUser } from './users.js';
export type { WebhookTargetOptions } from './webhook-target.js';
export type { WebhookSource } from './webhooks.js';
