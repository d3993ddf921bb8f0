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

const nested = (depth: number): object =>
  depth === 0 ? { type: 'boolean' } : { type: 'array', minItems: 10, items: nested(depth - 1) };

it.each([
  ['items', { type: 'array', minItems: 1_000_000_000, items: { type: 'string' } }],
  ['fields', { type: 'object', minProperties: 100_000_000, additionalProperties: { type: 'string' } }],
  ['unknown fields', { type: 'object', minProperties: 100_000_000, 'x-kubernetes-preserve-unknown-fields': true }],
  ['characters', { type: 'string', minLength: 1_000_000_000 }],
  ['characters of a pattern', { type: 'string', pattern: '^((((a{100}){100}){100}){100}){100}$' }],
  ['characters of a pattern and a length', { type: 'string', pattern: '^((a*)*b*)*$', minLength: 60_000 }],
  ['items of a branch', { type: 'array', items: { type: 'string' }, allOf: [{ minItems: 1_000_000_000 }] }],
  ['nested items', nested(8)],
])('no value is generated that has too many %s', (_, large) => {
  const start = performance.now();
  const spec = { type: 'object', properties: { large, small: { type: 'boolean' } } };
  const objects = randomObjects(definition(spec), { version: 'v1', count: 60 });
  expect(objects).toHaveLength(60);
  for (const object of objects) expect(JSON.stringify(object).length).toBeLessThan(200_000);
  expect(randomObjects(definition(large), { version: 'v1', count: 60 }).length).toBeLessThanOrEqual(60);
  expect(performance.now() - start).toBeLessThan(20_000);
});

it('a version without a schema is missing', () => {
  const foo = { spec: { ...definition({}).spec, versions: [{ name: 'v1' }] } };
  expect(() => randomObjects(foo, { version: 'v1' })).toThrow('Foo has no v1');
});

it.each([
  ["self.metadata.name == 'main'", /^main$/],
  ['self.metadata.name in ["one", "two"]', /^(one|two)$/],
  ["self.metadata.name.startsWith('team-') && self.spec > 1", /^team-./],
  ["self.metadata.name.endsWith('.io')", /.\.io$/],
  ['size(self.metadata.name) < 100', /./],
])('the name of an object follows %s', (rule, name) => {
  const { group, scope, names, versions } = definition({ type: 'integer', minimum: 3 }).spec;
  const { openAPIV3Schema } = versions[0]!.schema;
  const schema = { openAPIV3Schema: { ...openAPIV3Schema, 'x-kubernetes-validations': [{ rule }] } };
  const named = { spec: { group, scope, names, versions: [{ name: 'v1', schema }] } };
  const objects = randomObjects(named, { version: 'v1', count: 5 });
  expect(objects).toHaveLength(5);
  for (const { metadata } of objects) expect(metadata?.name).toMatch(name);
});
