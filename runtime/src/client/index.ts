export * from './api-error.js';
export * from './client.js';
export * from './cluster-config.js';
export { createClient, type ClientOptions } from './create-client.js';
export { deepEqual } from './deep-equal.js';
export { InexactNumberError } from './json.js';
export { loadConfig, type LoadConfigOptions } from './load-config.js';
export { NotLeaderError } from './not-leader-error.js';
export type { RateLimit } from './rate-limiter.js';
export { mergeFrom, mergePatch, type MergeFromOptions, type PatchSource } from './merge-patch.js';
export type { ObjectKey } from './resource-path.js';
export {
  createTransport,
  type RequestObserver,
  type Transport,
  type TransportOptions,
  type TransportRequest,
} from './transport.js';
