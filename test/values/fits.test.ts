import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue, Schema } from '../../src/model/schema.js';
import { misfits } from '../../src/values/fits.js';
import { printPath, type ValuePath } from '../../src/values/misfit.js';
import { ajvAccepts, anySchema, object } from '../support/schemas.js';
import { runs } from '../support/seed.js';

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
