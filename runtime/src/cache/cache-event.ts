import type { DeepReadonly, KubernetesObject } from '../api/object.js';
import type { Stored, StoredMetadata } from '../client/stored.js';

/** An object as the cache shares it: frozen. */
export type Shared<T extends KubernetesObject> = DeepReadonly<Stored<T>> & {
  readonly metadata: DeepReadonly<StoredMetadata> & { readonly labels?: Readonly<Record<string, string>> };
};

/**
 * A change that the cache has seen, in the order in which the server made them. `initial` marks what was there when the
 * cache was filled. An update to the very same object is a resync: nothing changed, and everybody is to look again.
 * https://pkg.go.dev/k8s.io/client-go/tools/cache#ResourceEventHandler
 */
export type CacheEvent<T extends KubernetesObject> =
  | { readonly type: 'add'; readonly object: Shared<T>; readonly initial: boolean }
  | { readonly type: 'update'; readonly object: Shared<T>; readonly old: Shared<T> }
  | { readonly type: 'delete'; readonly object: Shared<T> };

/** Told of changes, one after the other. The next one waits for it: it must not block. */
export type CacheEventHandler<T extends KubernetesObject> = (event: CacheEvent<T>) => void;
