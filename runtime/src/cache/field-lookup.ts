import type { KubernetesObject } from '../api/object.js';
import type { Shared } from './cache-event.js';
import type { FieldRequirement } from './field-selector.js';
import type { Informer } from './informer.js';

/**
 * Yields the objects of a namespace, or of all, that match the fields; uses an index if there is one.
 * @throws TypeError if there is no index for a field, or a requirement is not an equality
 */
export function* objectsWith<T extends KubernetesObject>(
  informer: Informer<T>,
  fields: readonly FieldRequirement[],
  namespace: string | undefined,
): Generator<Shared<T>> {
  const tests = fields.map((each) => testOf(informer, each));
  const indexed = fields.find(({ field }) => !(field in always));
  const found = indexed && informer.index(indexed.field)?.find(indexed.value);
  for (const object of found ?? informer.list(namespace)) {
    const isInNamespace = namespace === undefined || object.metadata.namespace === namespace;
    if (isInNamespace && tests.every((test) => test(object))) yield object;
  }
}

// Fields that need no index.
const always: Readonly<Record<string, (object: Shared<KubernetesObject>) => string | undefined>> = {
  'metadata.name': ({ metadata }) => metadata.name,
  'metadata.namespace': ({ metadata }) => metadata.namespace,
};

function testOf<T extends KubernetesObject>(
  informer: Informer<T>,
  { field, value, isEqual }: FieldRequirement,
): (object: Shared<T>) => boolean {
  const what = `list ${informer.label}: the cache`;
  if (!isEqual) throw new TypeError(`${what} supports only equality: list by ${field}!=${value} through mgr.apiReader`);
  const known = always[field];
  if (known !== undefined) return (object) => known(object) === value;
  const index = informer.index(field);
  if (index !== undefined) return (object) => index.has(object, value);
  const how = `add one with mgr.cache.indexField(kind, '${field}', (object) => [...])`;
  throw new TypeError(`${what} has no index ${field}: ${how}, or list through mgr.apiReader`);
}
