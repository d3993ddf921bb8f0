import fc from 'fast-check';
import { expect, it } from 'vitest';
import { specSchema } from '../../support/generate.js';
import { runs } from '../../support/seed.js';
import { randomShapes, randomTypeImports, schemaOf, sourceOf } from '../../support/random-types.js';

// A type and its schema come from the same data and by different ways: what is lost or mixed up on one shows.
it('gives any type the schema that its parts say', () => {
  fc.assert(
    fc.property(randomShapes, (shape) => {
      const { type, declarations } = sourceOf(shape);
      const { spec, diagnostics } = specSchema(`it!: ${type};`, `${randomTypeImports}\n${declarations}`);
      expect(diagnostics).toEqual([]);
      expect(withoutForeignTexts(spec['properties'].it)).toEqual(schemaOf(shape));
    }),
    { numRuns: runs(200) },
  );
});

/** Descriptions without the numbers of types and without those of the built-in types. */
function withoutForeignTexts(value: any): any {
  if (Array.isArray(value)) return value.map(withoutForeignTexts);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).flatMap(([key, each]) => {
    if (key !== 'description' || typeof each !== 'string') return [[key, withoutForeignTexts(each)]];
    return each.startsWith('Text of') ? [[key, each.replace(/(Type\d+|Box)\./, 'Type.')]] : [];
  });
  return Object.fromEntries(entries);
}
