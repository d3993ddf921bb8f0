import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { emittedName, type Keyword, type Schema, type SchemaType } from '../../base/model/schema.js';
import { isPruned } from './reaches.js';
import { conditionsIn } from './structural-rules.js';
import { problem, type Rule, type Visit } from './visit.js';

/** Rules for keywords that the API server accepts but never applies. */
export const inertRules: readonly Rule[] = [
  function* otherTypes(visit) {
    const { schema } = visit;
    for (const keyword of strangeKeywords(schema, schema)) {
      yield inert(visit, keyword, emittedName(keyword), `the value is ${nounOf(schema)}`);
    }
    for (const { path, keyword, schema: condition, of } of conditionsIn(schema)) {
      for (const each of of === undefined ? [] : strangeKeywords(condition, of)) {
        yield inert(visit, keyword, `${emittedName(each)} in ${path}`, `the value is ${nounOf(of!)}`);
      }
    }
  },
  function* exclusiveBounds(visit) {
    for (const [keyword, bound] of exclusive) {
      if (!visit.schema[keyword] || visit.schema[bound] !== undefined) continue;
      const marker = bound === 'minimum' ? '@Minimum(0)' : '@Maximum(100)';
      yield inert(visit, keyword, keyword, `there is no ${bound} to exclude`, `add the bound: ${marker}`);
    }
  },
  function* emptyEnums(visit) {
    if (visit.schema.enum?.length !== 0) return;
    yield inert(visit, 'enum', 'enum', 'an empty enum allows every value', 'list the values that are allowed');
  },
  function* unknownNames(visit) {
    for (const { path, keyword, schema, of } of conditionsIn(visit.schema)) {
      // In the schema of a kind, the API server rejects conditions on such fields.
      const properties = isOfKind(visit) ? [] : (schema.properties ?? []);
      const names = [...(schema.required ?? []), ...properties.map(({ name }) => name)];
      const name = of && names.find((each) => isPruned(of, each));
      if (name === undefined) continue;
      const reason = `it names ${name}, which the API server removes, because the schema does not specify it`;
      yield inert(visit, keyword, `the condition ${path}`, reason, 'name a field of the object');
    }
  },
];

const exclusive = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

const ofNumbers: readonly SchemaType[] = ['integer', 'number'];

/** The types that have values to which a keyword applies. */
const typesOf: Readonly<Partial<Record<Keyword, readonly SchemaType[]>>> = {
  minimum: ofNumbers,
  maximum: ofNumbers,
  exclusiveMinimum: ofNumbers,
  exclusiveMaximum: ofNumbers,
  multipleOf: ofNumbers,
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  properties: ['object'],
  additionalProperties: ['object'],
  required: ['object'],
  minProperties: ['object'],
  maxProperties: ['object'],
};

const nouns: Readonly<Record<SchemaType, string>> = {
  array: 'a list',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

/** Returns the keywords of a schema that do not apply to the values of another schema. */
function strangeKeywords(schema: Schema, of: Schema): readonly Keyword[] {
  const types: readonly SchemaType[] = of.intOrString ? ['integer', 'string'] : of.type === undefined ? [] : [of.type];
  if (types.length === 0) return [];
  return (Object.keys(typesOf) as Keyword[]).filter(
    (keyword) => schema[keyword] !== undefined && !typesOf[keyword]!.some((each) => types.includes(each)),
  );
}

function nounOf({ type, intOrString }: Schema): string {
  return intOrString || type === undefined ? 'an integer or a string' : nouns[type];
}

function isOfKind({ field }: Visit): boolean {
  return !/[.[]/.test(field);
}

function inert(visit: Visit, keyword: Keyword, what: string, reason: string, instead = 'remove it'): Diagnostic {
  return problem('ineffective-keyword', visit, keyword, { field: visit.field, what, reason, instead });
}
