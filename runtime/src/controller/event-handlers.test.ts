import { describe, expect, it } from 'vitest';
import type { CacheEvent, Shared } from '../cache/informer.js';
import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import { controllerOf, itself, requestsOf } from './event-handlers.js';
import { and, annotationsChanged, generationChanged, labelsChanged, not, or } from './predicates.js';

type Metadata = Record<string, unknown>;
const object = (metadata: Metadata): Shared<KubernetesObject> => ({
  metadata: { name: 'it', namespace: 'here', uid: 'u', resourceVersion: '1', ...metadata },
});
const update = (old: Metadata, now: Metadata): CacheEvent<KubernetesObject> => ({
  type: 'update',
  old: object(old),
  object: object(now),
});
const owner = (fields: Metadata) => ({
  ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Foo', name: 'foo', uid: 'x', controller: true, ...fields }],
});
const foo: ResourceInfo = { group: 'example.com', version: 'v2', kind: 'Foo', plural: 'foos', scope: 'Namespaced' };

describe('requests', () => {
  it('are for the object itself, or for its controller', () => {
    expect(itself(object({}))).toEqual([{ name: 'it', namespace: 'here' }]);
    expect(controllerOf(foo)(object(owner({})))).toEqual([{ name: 'foo', namespace: 'here' }]);
  });

  it.each([
    ['another kind', { kind: 'Bar' }],
    ['another group', { apiVersion: 'other.com/v1' }],
    ['the core group', { apiVersion: 'v1' }],
    ['an owner that is not in control', { controller: false }],
  ])('are not for %s', (_, fields) => {
    expect(controllerOf(foo)(object(owner(fields)))).toEqual([]);
  });

  it('have no namespace where the owner has none', () => {
    expect(controllerOf({ ...foo, scope: 'Cluster' })(object(owner({})))).toEqual([
      { name: 'foo', namespace: undefined },
    ]);
  });

  it('are for the old owner and the new one when an object changes hands', () => {
    const names = requestsOf(update(owner({ name: 'one' }), owner({ name: 'two' })), controllerOf(foo)).map(
      ({ name }) => name,
    );
    expect(names).toEqual(['one', 'two']);
  });
});

describe('predicates', () => {
  const same = update({ generation: 1 }, { generation: 1 });
  const changed = update({ generation: 1 }, { generation: 2 });
  it('tell a change of the spec, of labels and of annotations', () => {
    expect([generationChanged(same), generationChanged(changed)]).toEqual([false, true]);
    expect(labelsChanged(update({ labels: { a: '1' } }, { labels: { a: '2' } }))).toBe(true);
    expect(labelsChanged(changed)).toBe(false);
    expect(annotationsChanged(update({}, { annotations: { a: '2' } }))).toBe(true);
  });
  it('let what is new and what is gone through', () => {
    expect(generationChanged({ type: 'add', object: object({}), initial: true })).toBe(true);
    expect(generationChanged({ type: 'delete', object: object({}) })).toBe(true);
  });
  it('are combined', () => {
    expect([and(generationChanged, labelsChanged)(changed), or(generationChanged, labelsChanged)(changed)]).toEqual([
      false,
      true,
    ]);
    expect(not(generationChanged)(changed)).toBe(false);
  });
});
