import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle, type ResourceInfo } from '../api/resource.js';
import type { Shared } from '../cache/cache-event.js';
import type { Cache } from '../cache/cache.js';
import type { CachedClient, CachedListOptions } from '../cache/cached-client.js';
import type { IndexMatch } from '../cache/define-index.js';
import { parseFieldSelector } from '../cache/field-selector.js';
import { labelSelector } from '../client/label-selector.js';
import { labelSelectorText } from '../client/label-selection.js';
import { typed } from '../client/metadata-only.js';
import type { ReadOptions } from '../client/options.js';
import type { ObjectKey } from '../client/resource-path.js';
import type { Stored } from '../client/stored.js';
import { clone, freeze } from '../json/copy.js';
import { notFound } from './dry-run-requests.js';
import { currentOf, keyOf } from './plan-reads.js';
import type { Json, Overlay } from './planned-object.js';
import { plannedEvents } from './scope.js';
import { labelOf } from './target.js';

type Any = KindHandle;
type Read = ReadOptions & { readonly shared?: true };
type List = CachedListOptions<KubernetesObject> & { readonly shared?: true };

/** Returns a client whose reads of the cache show the objects as they are planned. */
export function planClient(cached: CachedClient, cache: Cache, overlay: Overlay): CachedClient {
  /** Returns the planned object; null if the cache would not show it, undefined if the plan has not changed it. */
  const plannedOf = (kind: Any, { namespace, name }: ObjectKey): Json | null | undefined => {
    const info = resourceInfo(kind);
    const planned = overlay.get({ ...info, namespace: namespaceOf(info, namespace), name });
    if (planned === undefined) return undefined;
    return planned.current !== null && isMirrored(cache, kind, planned.current) ? planned.current : null;
  };
  const find = async (kind: Any, key: ObjectKey, options: Read = {}): Promise<Stored<KubernetesObject> | null> => {
    // Also in place of a planned object, because the cache may refuse to read the kind.
    const found = await outside(() => cached.getOrNull(kind, key, options as ReadOptions));
    const planned = options.live ? undefined : plannedOf(kind, key);
    return planned === undefined ? found : planned && handOut(resourceInfo(kind), planned, options.shared);
  };
  const list = async (kind: Any, options: List = {}) => {
    const info = resourceInfo(kind);
    const planned = overlay.list(info, namespaceOf(info, options.namespace));
    if (planned.length === 0) return outside(() => cached.list(kind, options));
    const { limit, ...unlimited } = options;
    const found = await outside(() => cached.list(kind, unlimited));
    const keys = new Set(planned.map(({ target }) => keyOf(target)));
    const isSelected = selected(cache, kind, options);
    const added = currentOf(planned).filter((each) => isMirrored(cache, kind, each) && isSelected(each));
    const items = found.items.filter(({ metadata }) => !keys.has(keyOf(metadata)));
    items.push(...added.map((each) => handOut(info, each, options.shared)));
    return { ...found, items: items.slice(0, limit || undefined) };
  };
  return {
    ...cached,
    get: async (kind: Any, key: ObjectKey, options?: Read) => {
      const found = await find(kind, key, options);
      if (found !== null) return found;
      const target = { ...resourceInfo(kind), ...key };
      throw notFound({ label: `get ${labelOf(target)}` }, target);
    },
    getOrNull: find,
    list,
  } as CachedClient;
}

/** Calls a function outside of the handling of planned events, so that later events of the cache are not planned ones. */
function outside<T>(call: () => T): T {
  return plannedEvents.exit(call);
}

function namespaceOf({ scope }: ResourceInfo, namespace: string | undefined): string | undefined {
  return scope === 'Cluster' ? undefined : namespace || undefined;
}

function isMirrored(cache: Cache, kind: Any, object: Json): boolean {
  return cache.informer(kind).selects(object);
}

function handOut(info: ResourceInfo, object: Json, shared: true | undefined): Stored<KubernetesObject> {
  const copy = clone(typed<KubernetesObject>(info, object)) as Stored<KubernetesObject>;
  delete copy.metadata.managedFields;
  return shared ? (freeze(copy) as Stored<KubernetesObject>) : copy;
}

function selected(cache: Cache, kind: Any, options: List): (object: Json) => boolean {
  const { index } = options;
  const labels = labelSelector(options.labelSelector === undefined ? '' : labelSelectorText(options.labelSelector));
  const fields = parseFieldSelector(options.fieldSelector ?? '');
  return (object) => {
    const shared = object as unknown as Shared<KubernetesObject>;
    const has = (field: string, value: string): boolean => {
      if (field === 'metadata.name') return object.metadata.name === value;
      if (field === 'metadata.namespace') return object.metadata.namespace === value;
      return cache.informer(kind).index(field)?.has(shared, value) ?? false;
    };
    const isIndexed = index === undefined || matches(index, has);
    return labels(object.metadata.labels) && isIndexed && fields.every(({ field, value }) => has(field, value));
  };
}

function matches(
  { index, value }: IndexMatch<KubernetesObject>,
  has: (field: string, value: string) => boolean,
): boolean {
  return has(index.name, value);
}
