import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonValue, Schema } from '../../runtime/src/testing/values/schema.js';
import { prune } from '../../runtime/src/testing/values/prune.js';
import { isValid } from '../../runtime/src/testing/values/validity.js';
import { compareCrds } from '../../src/compatibility/compare-crds.js';
import { compareSchemas } from '../../src/compatibility/compare-schemas.js';
import { readCrd, type CrdSchema } from '../../src/compatibility/crd.js';
import type { JsonObject } from '../../src/model/schema.js';
import { compatibilityCases } from '../support/compatibility-cases.js';
import { randomSchemas, smallValues } from '../support/random-schemas.js';
import { runs } from '../support/seed.js';

/** Returns the same value with its fields in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, reordered(each)]),
  );
}

const asCrdSchema = (schema: Schema): CrdSchema => schema as unknown as CrdSchema;

it('equal schemas have no changes', () => {
  fc.assert(
    fc.property(randomSchemas, (schema) => {
      const same = reordered(structuredClone(schema)) as Schema;
      expect(compareSchemas(asCrdSchema(schema), asCrdSchema(same))).toEqual([]);
    }),
  );
});

it.each(compatibilityCases.map(({ name, before, after }) => [name, before, after] as const))(
  'a definition has no changes from itself: %s',
  (_, ...definitions) => {
    for (const each of definitions) {
      const same = reordered(structuredClone(each)) as JsonObject;
      expect(compareCrds(readCrd(each)!, readCrd(same)!)).toEqual([]);
    }
  },
);

it.each(['__proto__', 'constructor', 'toString', 'a.b', 'a]b', ''])('a field can be called %j', (name) => {
  const schema = (...names: readonly string[]): CrdSchema => ({
    type: 'object',
    properties: Object.fromEntries(names.map((each) => [each, { type: 'string' }])),
  });
  expect(compareSchemas(schema('a'), schema('a', name))).toEqual([]);
  expect(compareSchemas(schema('a', name), schema('a')).map(({ rule }) => rule.id)).toEqual(['field-removed']);
});

/** Returns a schema with some keywords of another one of the same type. */
function mixed(before: Schema, other: Schema, chosen: readonly boolean[]): Schema {
  if (before.type === undefined || before.type !== other.type) return other;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(other)])];
  const entries = keys.map((key, index) => [
    key,
    (chosen[index % chosen.length]! ? before : other)[key as keyof Schema],
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Schema;
}

const pairs = fc
  .tuple(randomSchemas, randomSchemas, fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }))
  .map(([before, other, chosen]) => [before, mixed(before, other, chosen)] as const);

it('a value that only the old schema accepts has a change that breaks its writers', () => {
  let rejected = 0;
  fc.assert(
    fc.property(pairs, fc.array(smallValues, { minLength: 8, maxLength: 8 }), ([before, after], values) => {
      // Unknown fields are removed before an object is validated.
      const isKnown = (value: JsonValue): boolean => JSON.stringify(prune(before, value)) === JSON.stringify(value);
      const isRejected = (value: JsonValue): boolean =>
        isKnown(value) && isValid(before, value) && !isValid(after, value);
      if (!values.some(isRejected)) return;
      rejected += 1;
      const classes = compareSchemas(asCrdSchema(before), asCrdSchema(after)).map(({ rule }) => rule.breaks);
      expect(classes.filter((each) => each !== 'readers')).not.toEqual([]);
    }),
    { numRuns: runs(20_000) },
  );
  expect(rejected).toBeGreaterThan(100);
});
