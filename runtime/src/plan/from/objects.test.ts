import { describe, expect, it } from 'vitest';
import type { Json } from '../planned-object.js';
import { cleanObject, newOwners, statusFor } from './clean-object.js';
import { objectsIn, readObjects } from './read-objects.js';

describe('the objects of a file', () => {
  const read = async (text: string) => (await objectsIn('o.yaml', text)).map(({ place }) => place);

  it('are those of its documents and lists', async () => {
    const list = {
      apiVersion: 'example.com/v1',
      kind: 'FooList',
      items: [{ metadata: { name: 'c', namespace: 'ns' } }],
    };
    const text = `apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Namespace, metadata: {name: ns}}
- ${JSON.stringify(list)}
---
# nothing
---
apiVersion: v1
kind: ConfigMap
metadata: {name: b, creationTimestamp: 2024-01-01T00:00:00Z, managedFields: [{fieldsV1: {.: {}}}]}
`;
    expect(await read(text)).toEqual([
      'o.yaml, document 1, item 1 (Namespace ns)',
      'o.yaml, document 1, item 2, item 1 (Foo ns/c)',
      'o.yaml, document 3 (ConfigMap b)',
    ]);
  });

  it.each([
    ['', '--from: o.yaml contains no objects'],
    ['a: [', '--from: o.yaml, document 1: '],
    ['just text', '--from: o.yaml, document 1 is not an object with apiVersion and kind'],
    [
      '{kind: Foo, metadata: {name: a}}',
      '--from: o.yaml, document 1 is not an object with apiVersion, kind and metadata.name',
    ],
    [
      '{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Pod}]}',
      '--from: o.yaml, document 1, item 1 is not an object',
    ],
  ])('%j is refused', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('must be readable', async () => {
    await expect(readObjects('/nowhere/o.yaml')).rejects.toThrow(/--from: the file cannot be read: ENOENT/);
  });
});

describe('an object of another server', () => {
  const json = (object: object): Json => object as Json;

  it('loses what that server has set', () => {
    const metadata = { name: 'a', namespace: 'n', labels: { l: '1' }, finalizers: ['f'] };
    const set = {
      uid: 'u',
      resourceVersion: '1',
      generation: 3,
      creationTimestamp: 't',
      managedFields: [],
      ownerReferences: [],
    };
    expect(cleanObject(json({ apiVersion: 'v1', kind: 'Foo', metadata: { ...metadata, ...set }, spec: {} }))).toEqual({
      ...{ apiVersion: 'v1', kind: 'Foo', metadata, spec: {} },
    });
  });

  it('loses addresses and selectors that only that server can assign', () => {
    const service = (clusterIP: string) =>
      json({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: {},
        spec: { clusterIP, clusterIPs: [clusterIP], ports: [] },
      });
    expect(cleanObject(service('10.1.2.3'))['spec']).toEqual({ ports: [] });
    expect(cleanObject(service('None'))['spec']).toMatchObject({ clusterIP: 'None' });
    const spec = { selector: {}, template: { metadata: { labels: { 'controller-uid': 'u' } }, spec: {} } };
    expect(cleanObject(json({ apiVersion: 'batch/v1', kind: 'Job', metadata: {}, spec }))['spec']).toEqual({
      template: { metadata: {}, spec: {} },
    });
  });

  it('keeps owners that were created, with their new uids', () => {
    const owner = (uid: string) => ({ apiVersion: 'v1', kind: 'Foo', name: 'a', uid });
    const object = json({ metadata: { ownerReferences: [owner('old'), owner('unknown')] } });
    expect(newOwners(object, new Map([['old', 'new']]))).toEqual([owner('new')]);
  });

  it('was observed in its current generation if it was before', () => {
    const status = { observedGeneration: 7, conditions: [{ observedGeneration: 7 }, { observedGeneration: 5 }] };
    expect(statusFor(json({ metadata: { generation: 7 }, status }), 1)).toEqual({
      observedGeneration: 1,
      conditions: [{ observedGeneration: 1 }, { observedGeneration: 0 }],
    });
    expect(statusFor(json({ metadata: {}, status }), 1)).toBe(status);
  });
});
