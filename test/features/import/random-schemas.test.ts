import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { roundTrip } from '../../round-trip/round-trip.js';
import { definition, objectWith } from '../../support/definitions.js';
import { randomSchemas, smallValues } from '../../support/random-schemas.js';
import { runs } from '../../support/seed.js';

const descriptions = fc.oneof(
  fc.constantFrom(
    'A text.',
    'Two\nlines.',
    '@tag',
    '*/',
    'TODO',
    '---',
    ' blank',
    '+optional',
    'a\n\n\nb',
    '/** @Minimum(1) */',
  ),
  fc.string({ minLength: 1, maxLength: 12 }),
);

/** What any schema can have. */
const others = fc.record(
  { description: descriptions, default: smallValues, title: fc.string({ minLength: 1 }), example: smallValues },
  { requiredKeys: [], noNullPrototype: true },
);

const fields = fc.dictionary(
  fc.oneof(fc.constantFrom('a', 'ports', 'spec', 'constructor', '__proto__', 'class'), fc.string({ maxLength: 6 })),
  fc.tuple(randomSchemas, others).map(([schema, more]) => ({ ...schema, ...more }) as JsonObject),
  { minKeys: 4, maxKeys: 8, noNullPrototype: true },
);

it('random schemas become types that give the same schemas', async () => {
  await fc.assert(
    fc.asyncProperty(fields, fields, async (spec, nested) => {
      const list = { type: 'array', items: objectWith(nested) };
      const { results } = await roundTrip([
        definition({ spec: objectWith({ ...spec, list }, { required: Object.keys(spec).slice(2) }) }),
      ]);
      expect(results.flatMap(({ differences }) => differences)).toEqual([]);
    }),
    { numRuns: runs(40) },
  );
});
