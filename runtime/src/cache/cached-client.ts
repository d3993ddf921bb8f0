import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle, type ResourceInfo } from '../api/resource.js';
import { ApiError } from '../transport/api-error.js';
import type { Client } from '../client/client.js';
import type { ListOptions, ReadOptions } from '../client/options.js';
import type { List, Stored } from '../client/stored.js';
import { labelSelectorText } from '../client/label-selection.js';
import { labelOf, requireKey, type ObjectKey } from '../client/resource-path.js';
import { clone } from '../json/copy.js';
import type { Cache } from './cache.js';
import { requirementOf, type IndexMatch } from './define-index.js';
import { objectsWith } from './field-lookup.js';
import { parseFieldSelector } from './field-selector.js';
import type { Informer, Shared } from './informer.js';
import { labelSelector } from '../client/label-selector.js';

/** Requests the frozen objects of the cache itself instead of copies. */
export interface SharedRead {
  readonly shared: true;
}

/** Options of a list from the cache. There are no pages: a loop over them would end with the first one. */
export interface CachedListOptions<T extends KubernetesObject> extends Omit<ListOptions, 'index' | 'continue'> {
  /** Value of an index that the objects must have, such as `bySecret.equals('settings')`; see `defineIndex`. */
  readonly index?: IndexMatch<T> | undefined;
}

/** Client whose reads come from the cache, as fresh copies, and whose writes go straight to the server. */
export interface CachedClient extends Client {
  /** Reads an object from the cache. With `shared`, returns the frozen object of the cache instead of a copy. */
  get<T extends KubernetesObject>(
    kind: KindHandle<T>,
    key: ObjectKey,
    options: ReadOptions & SharedRead,
  ): Promise<Shared<T>>;
  get<T extends KubernetesObject>(kind: KindHandle<T>, key: ObjectKey, options?: ReadOptions): Promise<Stored<T>>;
  getOrNull<T extends KubernetesObject>(
    kind: KindHandle<T>,
    key: ObjectKey,
    options: ReadOptions & SharedRead,
  ): Promise<Shared<T> | null>;
  getOrNull<T extends KubernetesObject>(
    kind: KindHandle<T>,
    key: ObjectKey,
    options?: ReadOptions,
  ): Promise<Stored<T> | null>;
  list<T extends KubernetesObject>(
    kind: KindHandle<T>,
    options: CachedListOptions<NoInfer<T>> & SharedRead,
  ): Promise<{ readonly items: readonly Shared<T>[] }>;
  list<T extends KubernetesObject>(kind: KindHandle<T>, options?: CachedListOptions<NoInfer<T>>): Promise<List<T>>;
}

type Read = ReadOptions & Partial<SharedRead>;

/**
 * Creates a client that reads from a cache. A kind is mirrored from its first read on.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#CacheOptions
 */
export function cachedClient(cache: Cache, live: Client): CachedClient {
  const find = async <T extends KubernetesObject>(
    kind: KindHandle<T>,
    key: ObjectKey,
    { signal, shared }: Read = {},
  ) => {
    const info = resourceInfo(kind);
    requireKey(info, key);
    const target = { name: key.name, namespace: namespaceIn(cache.informerForRead(kind), info, key.namespace) };
    const informer = await cache.getInformer(kind, { signal });
    const settled = () => informer.settled(target, signal);
    for (let wait = settled(); wait !== undefined; wait = settled()) await wait;
    const found = informer.get(target);
    return found === undefined ? null : handOut(found, shared);
  };
  const list = async <T extends KubernetesObject>(
    kind: KindHandle<T>,
    options: CachedListOptions<T> & Partial<SharedRead> = {},
  ) => {
    refusePages(options);
    // As on the server, zero means all objects.
    const limit = options.limit || undefined;
    const selects = labelSelector(options.labelSelector === undefined ? '' : labelSelectorText(options.labelSelector));
    const fields = parseFieldSelector(options.fieldSelector ?? '');
    const namespace = namespaceIn(cache.informerForRead(kind), resourceInfo(kind), options.namespace);
    const informer = await cache.getInformer(kind, { signal: options.signal });
    const settled = () => informer.settled(namespace, options.signal);
    for (let wait = settled(); wait !== undefined; wait = settled()) await wait;
    const indexed = options.index === undefined ? [] : [requirementOf(kind, informer, options.index)];
    const items: (Stored<T> | Shared<T>)[] = [];
    for (const object of objectsWith(informer, [...indexed, ...fields], namespace)) {
      if (items.length === limit) break;
      if (selects(object.metadata.labels)) items.push(handOut(object, options.shared));
    }
    return { items, resourceVersion: '' };
  };
  return {
    ...live,
    get: async (kind: KindHandle, key: ObjectKey, options?: Read) => {
      if (options?.live) return live.get(kind, key, options);
      const found = await find(kind, key, options);
      if (found === null) throw notFound(kind, key);
      return found;
    },
    getOrNull: (kind: KindHandle, key: ObjectKey, options?: Read) =>
      options?.live ? live.getOrNull(kind, key, options) : find(kind, key, options),
    list: <T extends KubernetesObject>(kind: KindHandle<T>, options?: CachedListOptions<T> & Partial<SharedRead>) =>
      list(kind, options),
  };
}

/**
 * @throws TypeError for a request for a page, even the first one, which has no token yet: a list from the cache never
 * returns a token, so that a loop would take the first page for the last
 * @throws TypeError for a page, also for the first one, which has no token yet: a list from the cache never returns
 * one, so that a loop would take the first page for the last
 */
function refusePages(options: Pick<ListOptions, 'limit' | 'continue'>): void {
  const isFirst = Object.hasOwn(options, 'continue') && Boolean(options.limit);
  if (!isFirst && options.continue === undefined) return;
  throw new TypeError(
    'the cache does not support pages: list through mgr.apiReader, or leave out continue to get the first objects only',
  );
}

/**
 * Returns the namespace to look in; undefined for all namespaces, and for cluster-scoped kinds.
 * @throws Error if the cache does not mirror the namespace, which would otherwise look empty
 */
function namespaceIn(
  informer: Pick<Informer<never>, 'sees'>,
  info: ResourceInfo,
  namespace: string | undefined,
): string | undefined {
  if (info.scope === 'Cluster') return undefined;
  // An empty namespace means all namespaces, as on the server.
  const wanted = namespace || undefined;
  if (informer.sees(wanted)) return wanted;
  const advice = "add it to the cache's namespaces, or read through mgr.apiReader";
  throw new Error(`${labelOf(info, { namespace: wanted })}: the cache does not mirror this namespace; ${advice}`);
}

function handOut<T extends KubernetesObject>(object: Shared<T>, shared: true | undefined): Stored<T> | Shared<T> {
  return shared ? object : (clone(object) as unknown as Stored<T>);
}

function notFound(kind: KindHandle, key: ObjectKey): ApiError {
  const info = resourceInfo(kind);
  const message = `${info.plural} "${key.name}" not found`;
  return new ApiError({ code: 404, reason: 'NotFound', message }, `get ${labelOf(info, key)}`);
}
