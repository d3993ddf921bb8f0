import type { DeepReadonly, KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import { ApiError } from '../client/api-error.js';
import type { Client, List, ListOptions, ReadOptions, Stored } from '../client/client.js';
import { selectorText } from '../client/create-client.js';
import { labelOf, type ObjectKey } from '../client/resource-path.js';
import type { Cache } from './cache.js';
import { clone } from './copy.js';
import type { Shared } from './informer.js';
import { labelSelector } from './label-selector.js';

/** Asks for the cache's own objects, frozen: no copy is made, and none may be changed. */
export interface SharedRead {
  readonly shared: true;
}

/** A client whose reads come from the cache, as fresh copies, and whose writes go straight to the server. */
export interface CachedClient extends Client {
  get<T extends KubernetesObject>(
    kind: KindHandle<T>,
    key: ObjectKey,
    options: ReadOptions & SharedRead,
  ): Promise<DeepReadonly<Stored<T>>>;
  get<T extends KubernetesObject>(kind: KindHandle<T>, key: ObjectKey, options?: ReadOptions): Promise<Stored<T>>;
  getOrNull<T extends KubernetesObject>(
    kind: KindHandle<T>,
    key: ObjectKey,
    options: ReadOptions & SharedRead,
  ): Promise<DeepReadonly<Stored<T>> | null>;
  getOrNull<T extends KubernetesObject>(
    kind: KindHandle<T>,
    key: ObjectKey,
    options?: ReadOptions,
  ): Promise<Stored<T> | null>;
  list<T extends KubernetesObject>(
    kind: KindHandle<T>,
    options: ListOptions & SharedRead,
  ): Promise<{ readonly items: readonly DeepReadonly<Stored<T>>[] }>;
  list<T extends KubernetesObject>(kind: KindHandle<T>, options?: ListOptions): Promise<List<T>>;
}

// controller-runtime's default for the time that a cache has to be filled.
const syncTimeout = 120_000;

type Read = ReadOptions & Partial<SharedRead>;

/** Puts a cache before a client. A kind is mirrored from the first time that it is read. */
export function cachedClient(cache: Cache, live: Client): CachedClient {
  const find = async <T extends KubernetesObject>(kind: KindHandle<T>, key: ObjectKey, { signal, shared }: Read) => {
    const informer = await cache.synced(kind, syncTimeout, signal);
    const namespaced = resourceInfo(kind).scope === 'Namespaced';
    const found = informer.get({ name: key.name, namespace: namespaced ? key.namespace : undefined });
    return found === undefined ? null : handOut(found, shared);
  };
  const list = async <T extends KubernetesObject>(kind: KindHandle<T>, options: ListOptions & Partial<SharedRead>) => {
    if (options.fieldSelector !== undefined) {
      throw new TypeError('the cache has no field selectors: list through mgr.apiReader');
    }
    const informer = await cache.synced(kind, syncTimeout, options.signal);
    const selects = labelSelector(selectorText(options.labelSelector) ?? '');
    const items = [...informer.list()].filter((each) => {
      const { namespace, labels } = (each as Stored<T>).metadata;
      return (options.namespace === undefined || namespace === options.namespace) && selects(labels);
    });
    return { items: items.map((each) => handOut(each, options.shared)), resourceVersion: '' };
  };
  return {
    ...live,
    get: async (kind: KindHandle, key: ObjectKey, options: Read = {}) => {
      const found = await find(kind, key, options);
      if (found === null) throw notFound(kind, key);
      return found;
    },
    getOrNull: (kind: KindHandle, key: ObjectKey, options: Read = {}) => find(kind, key, options),
    list: (kind: KindHandle, options: ListOptions & Partial<SharedRead> = {}) => list(kind, options),
  } as unknown as CachedClient;
}

function handOut<T extends KubernetesObject>(object: Shared<T>, shared: true | undefined): Stored<T> | Shared<T> {
  return shared ? object : clone<Stored<T>>(object);
}

function notFound(kind: KindHandle, key: ObjectKey): ApiError {
  const info = resourceInfo(kind);
  const message = `${info.plural} "${key.name}" not found`;
  return new ApiError({ code: 404, reason: 'NotFound', message }, `get ${labelOf(info, key)}`);
}
