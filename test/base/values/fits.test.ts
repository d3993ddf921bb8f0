import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue, Keyword, Schema } from '../../../src/base/model/schema.js';
import { misfits } from '../../../src/base/values/fits.js';
import { printPath, type ValuePath } from '../../../src/base/values/misfit.js';
import { ajvAccepts, anySchema, object } from '../../support/schemas.js';
import { runs } from '../../support/seed.js';

interface Constraint {
  readonly schema: Schema;
  readonly right: JsonValue;
  readonly wrong: JsonValue;
}

const string = { type: 'string' } as const;
const integer = { type: 'integer' } as const;
const list = { type: 'array', items: string } as const;
const map = { type: 'object', additionalProperties: string } as const;
const keyed = object({ key: [string, true] });
const someA = [{ name: 'a', required: true, schema: { minProperties: 1 } }];

/** A right and a wrong value for each keyword of a schema; undefined for keywords that do not constrain values. */
const byKeyword: Readonly<Record<Keyword, Constraint | undefined>> = {
  type: { schema: string, right: 'a', wrong: 1 },
  format: { schema: { ...string, format: 'date' }, right: '2026-01-01', wrong: 'today' },
  title: undefined,
  description: undefined,
  externalDocs: undefined,
  default: undefined,
  example: undefined,
  enum: { schema: { ...string, enum: ['a'] }, right: 'a', wrong: 'b' },
  nullable: { schema: { ...string, nullable: false }, right: 'a', wrong: null },
  minimum: { schema: { ...integer, minimum: 1 }, right: 1, wrong: 0 },
  maximum: { schema: { ...integer, maximum: 1 }, right: 1, wrong: 2 },
  exclusiveMinimum: { schema: { ...integer, minimum: 1, exclusiveMinimum: true }, right: 2, wrong: 1 },
  exclusiveMaximum: { schema: { ...integer, maximum: 1, exclusiveMaximum: true }, right: 0, wrong: 1 },
  multipleOf: { schema: { ...integer, multipleOf: 2 }, right: 2, wrong: 3 },
  minLength: { schema: { ...string, minLength: 2 }, right: 'ab', wrong: 'a' },
  maxLength: { schema: { ...string, maxLength: 1 }, right: 'a', wrong: 'ab' },
  pattern: { schema: { ...string, pattern: '^a$' }, right: 'a', wrong: 'b' },
  items: { schema: list, right: ['a'], wrong: [1] },
  minItems: { schema: { ...list, minItems: 1 }, right: ['a'], wrong: [] },
  maxItems: { schema: { ...list, maxItems: 1 }, right: ['a'], wrong: ['a', 'b'] },
  properties: { schema: keyed, right: { key: 'a' }, wrong: { key: 1 } },
  additionalProperties: { schema: map, right: { a: 'b' }, wrong: { a: 1 } },
  minProperties: { schema: { ...map, minProperties: 1 }, right: { a: 'b' }, wrong: {} },
  maxProperties: { schema: { ...map, maxProperties: 1 }, right: { a: 'b' }, wrong: { a: 'b', c: 'd' } },
  anyOf: { schema: { ...string, anyOf: [{ pattern: '^a' }, { maxLength: 1 }] }, right: 'ab', wrong: 'bb' },
  oneOf: { schema: { ...string, oneOf: [{ pattern: '^a' }, { maxLength: 1 }] }, right: 'ab', wrong: 'a' },
  not: {
    schema: { ...object({ a: [map, false], b: [string, false] }), not: { properties: someA, required: ['b'] } },
    right: { a: {}, b: 'b' },
    wrong: { a: { x: 'y' }, b: 'b' },
  },
  required: { schema: { type: 'object', required: ['a'], preserveUnknownFields: true }, right: { a: 1 }, wrong: {} },
  allOf: { schema: { ...integer, allOf: [{ minimum: 1 }, { minimum: 2 }] }, right: 2, wrong: 1 },
  listType: { schema: { ...list, listType: 'set' }, right: ['a'], wrong: ['a', 'a'] },
  listMapKeys: {
    schema: { type: 'array', items: keyed, listType: 'map', listMapKeys: ['key'] },
    right: [{ key: 'a' }],
    wrong: [{ key: 'a' }, { key: 'a' }],
  },
  mapType: undefined,
  intOrString: { schema: { intOrString: true }, right: 'a', wrong: true },
  preserveUnknownFields: undefined,
  embeddedResource: {
    schema: { type: 'object', properties: [], embeddedResource: true },
    right: { apiVersion: 'v1', kind: 'Thing', metadata: {} },
    wrong: { apiVersion: 'v1', kind: 'Thing', metadata: { name: 1 } },
  },
  // Only the API server evaluates CEL.
  validations: undefined,
};
const constraints = Object.entries(byKeyword).flatMap(([keyword, each]) =>
  each === undefined ? [] : [{ keyword, ...each }],
);

describe('misfits', () => {
  it('agree with another implementation about random values', () => {
    fc.assert(
      fc.property(anySchema, fc.jsonValue({ maxDepth: 2 }), (schema, value) => {
        const json = value as JsonValue;
        expect(misfits(schema, json).length === 0).toBe(ajvAccepts(schema, json));
      }),
      { numRuns: runs(500) },
    );
  });

  it.each(constraints)('refuse a value for its $keyword', ({ schema, right, wrong }) => {
    expect(misfits(schema, right)).toEqual([]);
    expect(misfits(schema, wrong)).not.toEqual([]);
  });

  it('say where and why', () => {
    const schema = object({ spec: [object({ replicas: [{ type: 'integer', maximum: 4 }, true] }), true] });
    expect(misfits(schema, { spec: { replicas: 5 } })).toEqual([
      { path: ['spec', 'replicas'], reason: '5 is above the maximum 4' },
    ]);
  });

  it('name a field that the API server would drop', () => {
    expect(misfits(object({ a: [{ type: 'string' }, false] }), { b: 1 })).toEqual([
      { path: [], reason: 'there is no field b' },
    ]);
  });

  it('lets an embedded object have what each object has, whatever its schema says', () => {
    const schema: Schema = { ...object({ spec: [{ type: 'string' }, false] }), embeddedResource: true };
    const whole = { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'it' }, spec: 'a' };
    expect(misfits(schema, whole)).toEqual([]);
    expect(misfits(schema, { ...whole, other: 1 })).toEqual([{ path: [], reason: 'there is no field other' }]);
    expect(misfits({ ...schema, embeddedResource: false }, whole)).toHaveLength(3);
  });

  it.each<[ValuePath, string]>([
    [['spec', 'ports', 0], 'spec.ports[0]'],
    [[0, 'name'], '[0].name'],
    [['labels', 'app.kubernetes.io/name'], 'labels["app.kubernetes.io/name"]'],
  ])('has a path that prints: %j', (path, text) => {
    expect(printPath(path)).toBe(text);
  });
});
