export * from './error-reasons.js';
export type { ApplyConfiguration, Draft, MergePatch, PatchBody } from './bodies.js';
export type { Client, Reader } from './client.js';
export { createClient } from './create-client.js';
export { labelSelectorAsSelector, type LabelSelection } from './label-selection.js';
export { mergeFrom, mergePatch, type MergeFromOptions, type PatchSource } from './merge-patch.js';
export { metadataOnly, type PartialObjectMetadata } from './metadata-only.js';
export { isNoMatchError, NoMatchError } from './no-match-error.js';
export * from './options.js';
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
export { dryRunClient, namespacedClient } from './wrapped-clients.js';
export type { WriteObserver, WriteOutcome, WriteTarget } from './write-observer.js';
