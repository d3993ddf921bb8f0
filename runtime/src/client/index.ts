export { ConfigError } from '../errors/config-error.js';
export * from './api-error.js';
export type { ApplyConfiguration, Draft, MergePatch, PatchBody } from './bodies.js';
export type { Client, Reader } from './client.js';
export * from './cluster-config.js';
export { createClient, type ClientOptions } from './create-client.js';
export { createTransport } from './create-transport.js';
export { labelSelectorAsSelector, type LabelSelection } from './label-selection.js';
export { loadConfig, type LoadConfigOptions } from './load-config.js';
export { mergeFrom, mergePatch, type MergeFromOptions, type PatchSource } from './merge-patch.js';
export { metadataOnly, type PartialObjectMetadata } from './metadata-only.js';
export { isNoMatchError, NoMatchError } from './no-match-error.js';
export { NotLeaderError } from './not-leader-error.js';
export * from './options.js';
export type { RateLimit } from './rate-limiter.js';
export type { ObjectKey } from './resource-path.js';
export type { GroupAndVersion, RestMapper } from './rest-mapper.js';
export type { Addressable, List, Stored, StoredMetadata, TypedObject } from './stored.js';
export type {
  Eviction,
  KnownSubresources,
  Scale,
  ScaleClient,
  Subresource,
  SubresourceCreator,
  SubresourceWriter,
  TokenRequest,
} from './subresource.js';
export {
  type QueryValue,
  type RequestObserver,
  type StreamOptions,
  type Transport,
  type TransportRequest,
} from './transport.js';
export type { TransportOptions } from './transport-options.js';
export { warningLogger } from './warnings.js';
export { dryRunClient, namespacedClient } from './wrapped-clients.js';
export type { WriteObserver, WriteOutcome, WriteTarget } from './write-observer.js';
