import { expect, it } from 'vitest';
import { randomObjects } from './random-objects.js';

const definition = (spec: object) => ({
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Foo' },
    versions: [
      { name: 'v1', schema: { openAPIV3Schema: { type: 'object', required: ['spec'], properties: { spec } } } },
    ],
  },
});

it('objects are valid, and the same for the same seed', () => {
  const foo = definition({ type: 'integer', minimum: 3, maximum: 5 });
  const objects = randomObjects(foo, { version: 'v1', count: 20, seed: 7 });
  expect(objects).toHaveLength(20);
  for (const object of objects) expect([3, 4, 5]).toContain((object as { spec?: number }).spec);
  expect(randomObjects(foo, { version: 'v1', count: 20, seed: 7 })).toEqual(objects);
});

it('a schema that no value satisfies gives none', () => {
  const foo = definition({ type: 'integer', minimum: 5, maximum: 3 });
  expect(randomObjects(foo, { version: 'v1' })).toEqual([]);
});

it('a version that is missing is named', () => {
  expect(() => randomObjects(definition({ type: 'integer' }), { version: 'v2' })).toThrow('Foo has no v2');
});
