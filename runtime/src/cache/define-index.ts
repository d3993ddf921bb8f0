import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import type { Shared } from './cache-event.js';
import type { IndexerFunc } from './field-index.js';
import type { FieldRequirement } from './field-selector.js';
import type { Informer } from './informer.js';

/** Value that objects can be found by. */
export type IndexValue = string | number | bigint | boolean;

/** Index of the objects of a kind by values of one type. Create it with {@link defineIndex}. */
export interface CacheIndex<T extends KubernetesObject, V extends IndexValue = string> {
  readonly kind: KindHandle<T>;
  /** Name, which is unique among the indexes of the kind. */
  readonly name: string;
  readonly indexer: IndexerFunc<T>;
  /** Selects the objects with a value, for `client.list(kind, { index })`. */
  readonly equals: (value: V) => IndexMatch<T>;
}

/** Selects the objects with a value of an index. */
export interface IndexMatch<T extends KubernetesObject> {
  readonly index: Pick<CacheIndex<T>, 'kind' | 'name' | 'indexer'>;
  readonly value: string;
}

/**
 * Defines an index of the objects of a kind. Add it to the cache where the controller is set up, and use it to list
 * objects. The compiler checks its name, its kind and its values.
 *
 * @param values returns the values of an object; called once for every state of it
 *
 * @example
 * export const bySecret = defineIndex(Foo, 'spec.secretName', ({ spec }) => [spec.secretName ?? '']);
 * manager.cache.addIndex(bySecret);
 * const { items } = await client.list(Foo, { namespace, index: bySecret.equals('settings') });
 */
export function defineIndex<T extends KubernetesObject, V extends IndexValue>(
  kind: KindHandle<T>,
  name: string,
  values: (object: Shared<T>) => readonly V[],
): CacheIndex<T, V> {
  const index = { kind, name, indexer: (object: Shared<T>) => values(object).map(String) };
  return { ...index, equals: (value) => ({ index, value: String(value) }) };
}

/**
 * Returns the requirement for the objects that match.
 * @throws TypeError if the index is one of another kind, or was not added to the cache
 */
export function requirementOf<T extends KubernetesObject>(
  kind: KindHandle<T>,
  informer: Pick<Informer<T>, 'index' | 'label'>,
  { index, value }: IndexMatch<T>,
): FieldRequirement {
  const [wanted, indexed] = [resourceInfo(kind), resourceInfo(index.kind)];
  if (wanted.group !== indexed.group || wanted.plural !== indexed.plural)
    throw new TypeError(`list ${informer.label}: the index ${index.name} contains ${indexed.plural}`);
  if (informer.index(index.name) === undefined)
    throw new TypeError(`list ${informer.label}: the cache has no index ${index.name}: add it with mgr.cache.addIndex`);
  return { field: index.name, value, isEqual: true };
}
