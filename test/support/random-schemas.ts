import fc from 'fast-check';
import type { JsonValue, Schema } from '../../runtime/src/testing/values/schema.js';

const count = fc.integer({ min: 0, max: 3 });
const bound = fc.constantFrom(-1, 0, 1, 2.5, 3);
const some = (keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Schema> =>
  fc.record(keywords, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<Schema>;

const texts = fc.constantFrom('', 'a', 'ab', 'b', '10.0.0.1', '2026-01-02', 'é😀');
const scalars: fc.Arbitrary<JsonValue> = fc.oneof(
  texts,
  fc.constantFrom<JsonValue>(0, 1, 2, 2.5, 3, -1, 2 ** 31, true, false, null),
);
const keys = fc.constantFrom('a', 'b', 'c');

/** Values that are often valid for one of the random schemas. */
export const smallValues: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ) as fc.Arbitrary<JsonValue>,
})).value;

const keywords = {
  string: some({
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom('^a', 'b$', '^[[:alpha:]]*$', '(?i)A'),
    enum: fc.uniqueArray(texts, { minLength: 1, maxLength: 3 }),
  }),
  integer: some({
    minimum: bound,
    maximum: bound,
    exclusiveMinimum: fc.boolean(),
    multipleOf: fc.constantFrom(1, 2, 0.5),
    format: fc.constantFrom('int32', 'int64'),
    enum: fc.uniqueArray(fc.constantFrom(0, 1, 2), { minLength: 1, maxLength: 2 }),
  }),
  number: some({ minimum: bound, maximum: bound, exclusiveMaximum: fc.boolean(), multipleOf: fc.constantFrom(0.5, 2) }),
  array: some({ minItems: count, maxItems: count }),
  object: some({ minProperties: count, maxProperties: count, required: fc.uniqueArray(keys, { maxLength: 2 }) }),
};

/** Conditions, which do not specify the type. */
const branches = fc.oneof(
  keywords.string,
  keywords.integer,
  keywords.array,
  some({ required: fc.uniqueArray(keys, { minLength: 1, maxLength: 2 }) }),
);
const alternatives = fc.array(branches, { minLength: 1, maxLength: 2 });
const junctors = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Schema>({}) },
  some({ allOf: alternatives, anyOf: alternatives, oneOf: alternatives, not: branches }),
);

const typed = (type: string, ...parts: readonly fc.Arbitrary<Schema>[]): fc.Arbitrary<Schema> =>
  fc
    .tuple(fc.boolean(), junctors, ...parts)
    .map(([nullable, ...all]) => Object.assign({ type }, nullable ? { nullable } : {}, ...all) as Schema);

/** Structural schemas; the API server rejects some of them, such as those with a format that their values cannot have. */
export const randomSchemas: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2 },
    typed('string', keywords.string),
    typed('integer', keywords.integer),
    typed('number', keywords.number),
    fc.constant<Schema>({ type: 'boolean' }),
    fc.constant<Schema>({ 'x-kubernetes-int-or-string': true }),
    fc.constant<Schema>({ 'x-kubernetes-preserve-unknown-fields': true }),
    typed('array', keywords.array, fc.record({ items: tie('schema') })),
    typed('object', keywords.object, fc.record({ additionalProperties: tie('schema') })),
    typed(
      'object',
      keywords.object,
      fc.record({ properties: fc.dictionary(keys, tie('schema'), { noNullPrototype: true }) }),
    ),
  ),
})).schema;
