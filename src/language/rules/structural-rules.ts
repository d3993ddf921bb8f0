import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { emittedName, fieldOf, type Keyword, type Schema } from '../../base/model/schema.js';
import { compilePattern } from '../../base/values/pattern.js';
import { problem, type Rule, type Visit } from './visit.js';

/**
 * Rules for structural schemas that only a raw schema can violate.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export const structuralRules: readonly Rule[] = [
  function* contradictions(visit) {
    for (const { isViolated, keyword, reason, instead } of contradictionRules) {
      if (isViolated(visit.schema)) yield refusal(visit, keyword, reason, instead);
    }
  },
  function* conditions(visit) {
    for (const { path, keyword, schema } of conditionsIn(visit.schema)) {
      for (const each of forbidden.filter((name) => schema[name] !== undefined && schema[name] !== false)) {
        const reason = `${path} has ${emittedName(each)}, which is not allowed in conditions`;
        yield refusal(visit, keyword, reason, `move ${emittedName(each)} out of ${keyword}`);
      }
      const pattern = schema.pattern === undefined ? undefined : compilePattern(schema.pattern);
      if (pattern === undefined || 'matches' in pattern) continue;
      const parameters = { field: visit.field, pattern: schema.pattern!, reason: pattern.problem };
      // If a type and a field both set a bound, the position is that of the pattern.
      const at = visit.schema.origins?.pattern === undefined ? keyword : 'pattern';
      yield problem('invalid-pattern', visit, at, parameters);
    }
  },
];

interface Contradiction {
  readonly isViolated: (schema: Schema) => boolean;
  /** The keyword at whose position it is reported. */
  readonly keyword: Keyword;
  readonly reason: string;
  readonly instead: string;
}

const contradictionRules: readonly Contradiction[] = [
  {
    isViolated: ({ type, intOrString, preserveUnknownFields, anyValue }) =>
      type === undefined && !intOrString && !preserveUnknownFields && !anyValue,
    keyword: 'type',
    reason: 'it has no type',
    instead: "add to the schema: type: 'object'; or x-kubernetes-preserve-unknown-fields: true for any value",
  },
  {
    isViolated: (schema) => schema.intOrString === true && (schema.preserveUnknownFields ?? false),
    keyword: 'preserveUnknownFields',
    reason: 'it has x-kubernetes-int-or-string and x-kubernetes-preserve-unknown-fields',
    instead: 'remove one of the two',
  },
  {
    isViolated: ({ type, embeddedResource }) => embeddedResource === true && type !== 'object',
    keyword: 'embeddedResource',
    reason: 'it has x-kubernetes-embedded-resource, but is not an object',
    instead: "add: type: 'object'",
  },
  {
    isViolated: ({ properties = [], additionalProperties }) =>
      properties.length > 0 && additionalProperties !== undefined && !additionalProperties.anyValue,
    keyword: 'additionalProperties',
    reason: 'it has properties and additionalProperties',
    instead: 'remove one of the two',
  },
  {
    isViolated: ({ type, listType }) => listType !== undefined && type !== 'array',
    keyword: 'listType',
    reason: 'it has x-kubernetes-list-type, but is not a list',
    instead: 'remove x-kubernetes-list-type',
  },
  {
    isViolated: ({ type, mapType }) => mapType !== undefined && type !== 'object',
    keyword: 'mapType',
    reason: 'it has x-kubernetes-map-type, but is not an object',
    instead: 'remove x-kubernetes-map-type',
  },
];

/** A schema in `anyOf` or similar, and the keyword of the outer schema that it is in. */
interface Condition {
  /** Such as `oneOf[0].properties.name`. */
  readonly path: string;
  readonly keyword: 'allOf' | 'anyOf' | 'oneOf' | 'not';
  readonly schema: Schema;
  /** The schema of the value that the condition is about; undefined if there is none. */
  readonly of: Schema | undefined;
}

const junctors = ['allOf', 'anyOf', 'oneOf'] as const;

/** Yields the conditions of a schema itself, and those in them. */
export function* conditionsIn(
  schema: Schema,
  path = '',
  outer?: Condition['keyword'],
  of: Schema | undefined = schema,
): Generator<Condition> {
  for (const keyword of junctors) {
    for (const [index, each] of (schema[keyword] ?? []).entries()) {
      if (!isIntOrString(schema, each)) yield* conditionsAt(each, `${path}${keyword}[${index}]`, outer ?? keyword, of);
    }
  }
  if (schema.not) yield* conditionsAt(schema.not, `${path}not`, outer ?? 'not', of);
}

function* conditionsAt(
  schema: Schema,
  path: string,
  keyword: Condition['keyword'],
  of: Schema | undefined,
): Generator<Condition> {
  yield { schema, path, keyword, of };
  yield* conditionsIn(schema, `${path}.`, keyword, of ?? {});
  for (const { name, schema: inner } of schema.properties ?? []) {
    yield* conditionsAt(inner, `${path}.properties.${name}`, keyword, of && fieldOf(of, name));
  }
  if (schema.items) yield* conditionsAt(schema.items, `${path}.items`, keyword, of?.items);
}

const forbidden: readonly Keyword[] = [
  'type',
  'additionalProperties',
  'default',
  'title',
  'description',
  'nullable',
  'preserveUnknownFields',
  'embeddedResource',
  'intOrString',
  'listMapKeys',
  'listType',
  'mapType',
  'validations',
];

/** Reports whether a branch is a part of a schema for integers and strings, in which types are allowed. */
function isIntOrString(schema: Schema, branch: Schema): boolean {
  const types = (branches: readonly Schema[] = []): string =>
    branches.map((each) => (Object.keys(each).length === 1 ? each.type : '')).join();
  const expected = 'integer,string';
  if (schema.anyOf?.includes(branch)) return types(schema.anyOf) === expected;
  return schema.allOf?.[0] === branch && types(branch.anyOf) === expected && Object.keys(branch).length === 1;
}

/** Returns the problem of a schema that is not structural. */
export function refusal(visit: Visit, keyword: Keyword, reason: string, instead: string): Diagnostic {
  return problem('not-structural', visit, keyword, { field: visit.field, reason, instead });
}
