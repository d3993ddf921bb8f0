export {
  findTestAssets,
  type FoundTestAssets,
  type MissingTestAssets,
  type TestAssets,
  type TestAssetsOptions,
  type TestAssetsSource,
} from './assets.js';
export type { AuditEvent } from './audit.js';
export { startTestEnvironment, type TestEnvironment, type TestEnvironmentOptions } from './environment.js';
export type { Flags } from './flags.js';
export type { TestUser } from './users.js';
