import { Ajv } from 'ajv';
import fc from 'fast-check';
import { emitSchema } from '../../src/output/emit/schema.js';
import type { JsonValue, Schema } from '../../src/base/model/schema.js';

const ajv = new Ajv({ strict: false, validateFormats: false, ownProperties: true });

/** Returns the verdict of another implementation on whether a value is valid, for the keywords that JSON Schema has. */
export function ajvAccepts(schema: Schema, value: JsonValue): boolean {
  return ajvValidator(schema)(value);
}

/** Returns `ajvAccepts` for many values of one schema, which is compiled once. */
export function ajvValidator(schema: Schema): (value: JsonValue) => boolean {
  const validate = ajv.compile(emitSchema(schema));
  return (value) => validate(value);
}

/** Returns the schema of an object from its fields, each with its schema and whether it is required. */
export function object(fields: Record<string, [Schema, boolean]>): Schema {
  const properties = Object.entries(fields).map(([name, [schema, required]]) => ({ name, schema, required }));
  return { type: 'object', properties };
}

const count = fc.integer({ min: 0, max: 3 });
/** Schemas of every form, most of which have valid values. */
export const { anySchema } = fc.letrec<{ anySchema: Schema }>((tie) => ({
  anySchema: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constant('string' as const), minLength: count, maxLength: fc.integer({ min: 3, max: 9 }) }),
    fc.record({
      type: fc.constant('integer' as const),
      minimum: fc.integer({ min: -5, max: 5 }),
      maximum: fc.integer({ min: 5, max: 9 }),
    }),
    fc.record({ type: fc.constant('boolean' as const) }),
    fc.record({ type: fc.constant('string' as const), enum: fc.constant(['a', 'b']) }),
    fc.record({ type: fc.constant('array' as const), items: tie('anySchema'), minItems: count }),
    fc.record({ type: fc.constant('object' as const), additionalProperties: tie('anySchema'), minProperties: count }),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'toString'), tie('anySchema'), fc.boolean()), {
        selector: ([name]) => name,
      })
      // Unknown fields are our own rule, which JSON Schema says in another way.
      .map((fields): Schema => ({
        type: 'object',
        preserveUnknownFields: true,
        properties: fields.map(([name, schema, required]) => ({ name, schema, required })),
      })),
  ),
}));
