import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonValue, Schema } from '../../../runtime/src/testing/values/schema.js';
import { prune } from '../../../runtime/src/testing/values/prune.js';
import { isValid } from '../../../runtime/src/testing/values/validity.js';
import { compareCrds } from '../../../src/features/compatibility/compare-crds.js';
import { compareSchemas } from '../../../src/features/compatibility/compare-schemas.js';
import { readCrd, type CrdSchema } from '../../../src/base/crd/crd.js';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { compatibilityCases } from '../../support/compatibility-cases.js';
import { randomSchemas, smallValues } from '../../support/random-schemas.js';
import { respelled } from '../../support/respelled-schema.js';
import { runs } from '../../support/seed.js';

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

/** Returns decisions that repeat those of a list. */
function decisions(list: readonly boolean[]): () => boolean {
  let index = 0;
  return () => list[index++ % list.length]!;
}

const spelling = fc.array(fc.boolean(), { minLength: 17, maxLength: 17 });

it('a schema that is written differently has no changes', () => {
  fc.assert(
    fc.property(randomSchemas, spelling, (schema, chosen) => {
      const before = asCrdSchema(schema);
      const after = respelled(before, decisions(chosen));
      expect(compareSchemas(before, after)).toEqual([]);
      expect(compareSchemas(after, before)).toEqual([]);
    }),
    { numRuns: runs(2000) },
  );
});

it('the changes of a schema do not depend on how it is written', () => {
  const changesOf = (before: CrdSchema, after: CrdSchema): readonly string[] =>
    compareSchemas(before, after).map(({ rule, place }) => `${rule.id} ${place.path}`);
  fc.assert(
    fc.property(pairs, spelling, spelling, ([old, now], one, other) => {
      const [before, after] = [asCrdSchema(old), asCrdSchema(now)];
      const found = changesOf(respelled(before, decisions(one)), respelled(after, decisions(other)));
      expect(found.toSorted()).toEqual(changesOf(before, after).toSorted());
    }),
    { numRuns: runs(2000) },
  );
});

it('versions that are written differently need no conversion', () => {
  const definition = (...schemas: readonly JsonObject[]): JsonObject => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    spec: {
      group: 'example.com',
      names: { kind: 'Foo', plural: 'foos' },
      scope: 'Namespaced',
      versions: schemas.map((openAPIV3Schema, index) => ({
        name: `v${index + 1}`,
        served: true,
        storage: index === schemas.length - 1,
        schema: { openAPIV3Schema },
      })),
    },
  });
  fc.assert(
    fc.property(randomSchemas, spelling, (schema, chosen) => {
      const [before, after] = [asCrdSchema(schema), respelled(asCrdSchema(schema), decisions(chosen))];
      expect(compareCrds(readCrd(definition(before))!, readCrd(definition(before, after))!)).toEqual([]);
    }),
  );
});

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
