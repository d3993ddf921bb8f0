import { expect, it } from 'vitest';
import { createRandom } from '../random.js';
import { makeKubernetesObject } from './make-object.js';
import type { JsonObject, Schema } from './schema.js';

const text: Schema = { type: 'string' };
const spec: Schema = {
  type: 'object',
  required: ['name'],
  properties: {
    ...Object.fromEntries(['name', 'one', 'other', 'c', 'd', 'e', 'f'].map((name) => [name, text])),
    size: { type: 'integer', default: 3 },
    list: { type: 'array', items: { type: 'object', properties: { inner: text } } },
  },
  'x-kubernetes-validations': [{ rule: 'has(self.one) != has(self.other)' }],
};
const kind = {
  group: 'example.com',
  version: 'v1',
  kind: 'Thing',
  scope: 'Namespaced',
  schema: { type: 'object', properties: { spec, status: { type: 'object', properties: { ready: text } } } },
};
const objects = (seed: number, count = 20) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => makeKubernetesObject(kind, random, index) as JsonObject);
};

it.each([1, 2, 3])('makes first as little as there may be, then everything that a rule allows (seed %i)', (seed) => {
  const [least, all] = objects(seed, 2);
  expect(least).toEqual({
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { name: expect.any(String), namespace: 'default' },
  });
  expect(Object.keys(all!)).toEqual(['apiVersion', 'kind', 'metadata', 'spec', 'status']);
  const { one, other, ...others } = all!['spec'] as JsonObject;
  expect([one, other].filter((each) => each !== undefined)).toHaveLength(1);
  expect(Object.keys(others).toSorted()).toEqual(['c', 'd', 'e', 'f', 'list', 'name', 'size']);
  expect(others['list']).toEqual([{ inner: expect.any(String) }]);
});

it('makes the same objects from the same seed, and others from another', () => {
  expect(objects(7)).toEqual(objects(7));
  expect(objects(7)).not.toEqual(objects(8));
});
