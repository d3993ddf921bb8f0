import type { DeepReadonly, KubernetesObject } from '../api/object.js';
import type { Stored, StoredMetadata } from '../client/stored.js';

/** Object as the cache shares it: frozen. */
export type Shared<T extends KubernetesObject> = DeepReadonly<Stored<T>> & {
  readonly metadata: DeepReadonly<StoredMetadata> & { readonly labels?: Readonly<Record<string, string>> };
};

/**
 * Change that the cache has observed, in the order of the server. `initial` marks objects that existed when the cache
 * was filled. In an update by a resync, `old` and `object` are the same object.
 * See https://pkg.go.dev/k8s.io/client-go/tools/cache#ResourceEventHandler
 */
export type CacheEvent<T extends KubernetesObject> =
  | { readonly type: 'add'; readonly object: Shared<T>; readonly initial: boolean }
  | { readonly type: 'update'; readonly object: Shared<T>; readonly old: Shared<T> }
  | { readonly type: 'delete'; readonly object: Shared<T> };

/** Handles changes one after the other. The next change waits for the handler, so it must not block. */
export type CacheEventHandler<T extends KubernetesObject> = (event: CacheEvent<T>) => void;
