export { byObject, type ByObject, type ByObjectOptions } from './by-object.js';
export type { CacheEvent, CacheEventHandler, Shared } from './cache-event.js';
export { Cache, CacheSyncError, ResourceNotCachedError, type CacheOptions } from './cache.js';
export { cachedClient, type CachedClient, type SharedRead } from './cached-client.js';
export type { FieldIndex, IndexerFunc } from './field-index.js';
export type { Informer, InformerOptions } from './informer.js';
export type { ReflectorTiming } from './reflector.js';
export type { Selection } from './selection.js';
export { stripManagedFields, type Transform } from './transform.js';
