import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleOf } from '../../../src/output/emit/example.js';
import type { JsonValue, Schema } from '../../../src/base/model/schema.js';
import { ajvAccepts, anySchema, object } from '../../support/schemas.js';
import { runs } from '../../support/seed.js';

describe('examples', () => {
  it.each<[string, Schema, JsonValue]>([
    ['the default', { type: 'string', default: 'nginx' }, 'nginx'],
    ['the first of an enum', { type: 'string', enum: ['Allow', 'Forbid'] }, 'Allow'],
    ['one where it is allowed', { type: 'integer', minimum: 1, maximum: 8 }, 1],
    ['the minimum where one is too small', { type: 'integer', minimum: 5 }, 5],
    ['a multiple', { type: 'integer', minimum: 5, multipleOf: 4 }, 8],
    [
      'a number between exclusive bounds',
      { type: 'number', minimum: 0, maximum: 1, exclusiveMinimum: true, exclusiveMaximum: true },
      0.5,
    ],
    [
      'an embedded object',
      { type: 'object', embeddedResource: true, preserveUnknownFields: true },
      { apiVersion: 'v1', kind: 'ConfigMap' },
    ],
    [
      'an embedded object of a certain kind',
      { ...object({ kind: [{ type: 'string', enum: ['Pod'] }, true] }), embeddedResource: true },
      { apiVersion: 'v1', kind: 'Pod' },
    ],
    ['a time', { type: 'string', format: 'date-time' }, '2026-01-01T00:00:00Z'],
    ['a duration', { type: 'string', scalar: 'Duration' }, '1h'],
    ['a duration in seconds', { type: 'string', scalar: 'Duration', pattern: '^[0-9]+s$' }, '0s'],
    [
      'different durations',
      { type: 'array', listType: 'set', minItems: 2, items: { type: 'string', scalar: 'Duration' } },
      ['1h', '2h'],
    ],
    ['a time with microseconds', { type: 'string', scalar: 'MicroTime' }, '2026-01-01T00:00:00.000000Z'],
    ['a text that a pattern matches', { type: 'string', pattern: '^[a-z]+:\\d{2,3}$' }, 'a:00'],
    ['a text for a pattern with flags', { type: 'string', pattern: '^(?i)(abort|warn)$' }, 'abort'],
    ['a long enough text for a pattern without anchors', { type: 'string', pattern: '[A-Z]', minLength: 3 }, 'Axx'],
    ['a long enough text for a pattern', { type: 'string', pattern: '^[0-9]+$', minLength: 4 }, '0000'],
    [
      'the required fields',
      object({ a: [{ type: 'string' }, true], b: [{ type: 'string' }, false] }),
      { a: 'example' },
    ],
    [
      'one field where one has to be set, and no more may',
      {
        ...object({ a: [{ type: 'string' }, false], b: [{ type: 'string' }, false] }),
        minProperties: 1,
        maxProperties: 1,
      },
      { a: 'example' },
    ],
    [
      'different items for a set',
      { type: 'array', minItems: 2, listType: 'set', items: { type: 'string' } },
      ['example', 'example1'],
    ],
  ])('%s', (_, schema, value) => {
    expect(exampleOf(schema, 'it')).toEqual(value);
  });

  it('gives list maps different keys', () => {
    const items = object({ name: [{ type: 'string' }, true] });
    const schema: Schema = { type: 'array', minItems: 3, listType: 'map', listMapKeys: ['name'], items };
    const names = (exampleOf(schema, 'ports') as { name: string }[]).map(({ name }) => name);
    expect(new Set(names).size).toBe(3);
  });

  it('gives up where nothing is valid', () => {
    expect(exampleOf({ type: 'integer', minimum: 5, maximum: 4 }, 'it')).toBeUndefined();
  });

  it('are valid under their schema, by another implementation', () => {
    let valid = 0;
    fc.assert(
      fc.property(anySchema, (schema) => {
        const value = exampleOf(schema, 'it');
        if (value === undefined) return;
        expect(ajvAccepts(schema, value), JSON.stringify({ schema, value })).toBe(true);
        valid += 1;
      }),
      { numRuns: runs(300) },
    );
    expect(valid).toBeGreaterThan(250);
  });
});
