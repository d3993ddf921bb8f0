export { Cache, CacheSyncError, type CacheOptions } from './cache.js';
export { cachedClient, type CachedClient, type SharedRead } from './cached-client.js';
export { clone, type DeepMutable } from './copy.js';
export type { CacheEvent, CacheEventHandler, Informer, Shared } from './informer.js';
export { stripManagedFields, type Transform } from './transform.js';
