export { byObject, type ByObject, type ByObjectOptions } from './by-object.js';
export type { CacheEvent, CacheEventHandler, Shared } from './cache-event.js';
export { Cache, CacheSyncError, ResourceNotCachedError, type CacheOptions } from './cache.js';
export { cachedClient, type CachedClient, type SharedRead } from './cached-client.js';
export type { IndexerFunc } from './field-index.js';
export type { Informer } from './informer.js';
export { stripManagedFields, type Transform } from './transform.js';
