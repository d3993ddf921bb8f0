export {
  findTestAssets,
  type FoundTestAssets,
  type MissingTestAssets,
  type TestAssets,
  type TestAssetsOptions,
  type TestAssetsSource,
} from './environment/assets.js';
export { CaseError } from './cases/case-error.js';
export { describeCases, type DefineTest, type DescribeCasesOptions } from './cases/describe-cases.js';
export { readCases, type ReadCasesOptions } from './cases/read-cases.js';
export { readSuite, type TestSuite } from './cases/kuttl/read-suite.js';
export type { RunLabels } from './cases/kuttl/run-labels.js';
export type { Warn } from './cases/kuttl/unknown-fields.js';
export type { Granularity } from './cases/reports/reported-cases.js';
export type { JsonObject } from '../json/json-object.js';
export type {
  CaseCommand,
  CaseExpression,
  CaseObject,
  CaseProblem,
  CaseStep,
  Collector,
  DeletedObjects,
  FieldPath,
  OtherCluster,
  Place,
  ResourceReference,
} from './cases/model.js';
export type { TestCase } from './cases/test-case.js';
export type {
  AnyOperation,
  Binding,
  ChainsawStep,
  ChainsawTest,
  CheckOperation,
  CommandOperation,
  DeleteOperation,
  Expectation,
  KubectlOperation,
  Operation,
  Output,
  SleepOperation,
  WaitCondition,
  WriteOperation,
} from './cases/chainsaw/model.js';
export type { Propagation } from './cases/cluster/case-cluster.js';
export type { KuttlOptions } from './cases/kuttl/read-case.js';
export { failureLines } from './cases/reports/failure-lines.js';
export { writeReport, type ReportOptions, type SuiteResult } from './cases/reports/write-report.js';
export type { CaseResult, Failure, StepResult } from './cases/running/result.js';
export { runSuite, type SuiteOptions } from './cases/running/run-suite.js';
export type { InstallOperator, OperatorProcess } from './cases/cluster/operator-under-role.js';
export {
  currentContext,
  openSuiteCluster,
  startSuiteCluster,
  type SuiteCluster,
} from './cases/cluster/open-cluster.js';
export type { AuditEvent } from './environment/audit.js';
export { createCertificateAuthority, type CertificateAuthority } from './environment/certificate-authority.js';
export { simulatedNode } from './environment/controllers.js';
export type { ClusterBackup, TestCluster } from './environment/cluster.js';
export { ConversionLossError, type ConversionLoss } from './conversion/conversion-loss-error.js';
export { fuzzConversion, type FuzzConversionOptions } from './conversion/fuzz-conversion.js';
export type { CRDSource } from './environment/crds.js';
export {
  startTestEnvironment,
  type TestEnvironment,
  type TestEnvironmentOptions,
  type WebhookInstallOptions,
} from './environment/environment.js';
export { startFaultProxy, type FaultProxy, type FaultProxyTarget } from './faults/fault-proxy.js';
export type { WatchFault } from './faults/fault-body.js';
export {
  seededFaults,
  usualFaults,
  type BodyFault,
  type Fault,
  type FaultChooser,
  type ProxiedRequest,
  type SeededFaultsOptions,
} from './faults/faults.js';
export { eventually, eventuallyGone, type EventuallyOptions } from './eventually/eventually.js';
export type { Environment } from './environment/platform.js';
export { FakeClock } from './clock/fake-clock.js';
export type { Flags } from './environment/flags.js';
export { randomObjects, type RandomObjectsOptions } from './values/random-objects.js';
export { readObject, type ReadObjectOptions } from './values/read-object.js';
export {
  joinTestEnvironment,
  type JoinedTestEnvironment,
  type JoinTestEnvironmentOptions,
} from './environment/shared/join.js';
export {
  shareTestEnvironment,
  type SharedTestEnvironment,
  type ShareTestEnvironmentOptions,
} from './environment/shared/share.js';
export type { TestUser } from './environment/users.js';
export type { WebhookTargetOptions } from './environment/webhook-target.js';
export type { WebhookSource } from './environment/webhooks.js';
