import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { emittedName, type Keyword, type Property, type Schema } from '../../base/model/schema.js';
import { conditionsIn, refusal } from './structural-rules.js';
import type { Visit } from './visit.js';

/** Keywords that the schema of a kind cannot have, and those that it cannot have with a status subresource. */
const never: readonly Keyword[] = ['nullable', 'additionalProperties'];
const notWithStatus: readonly Keyword[] = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'enum',
  'default',
  'minProperties',
  'maxProperties',
  'mapType',
  'embeddedResource',
];

/** The version of a kind to which a schema belongs. */
interface Owner {
  readonly status: boolean;
  readonly objectFields?: readonly Property[];
}

/** Reports what the API server rejects in the schema of a kind, but accepts in the schemas of fields. */
export function* verifyRoot(visit: Visit, { status, objectFields = [] }: Owner): Generator<Diagnostic> {
  const { schema } = visit;
  if (schema.type !== 'object' && schema.type !== undefined) {
    yield refusal(visit, 'type', `the schema of a kind has the type ${schema.type}`, "write: type: 'object'");
  }
  if (schema.type === undefined && (status || schema.intOrString)) {
    yield refusal(visit, 'type', 'the schema of a kind has no type', "add: type: 'object'");
  }
  for (const keyword of status ? [...never, ...notWithStatus] : never) {
    if (schema[keyword] === undefined || schema[keyword] === false) continue;
    const owner = never.includes(keyword) ? 'a kind' : 'a kind with a status subresource';
    const reason = `the schema of ${owner} has ${emittedName(keyword)}`;
    yield refusal(visit, keyword, reason, 'remove it, or move it to a field such as spec');
  }
  yield* unspecified(visit);
  yield* objectFields.flatMap((field) => [...fieldProblems(visit, field)]);
}

/** Reports conditions on fields that the schema does not have. */
function* unspecified(visit: Visit): Generator<Diagnostic> {
  for (const { path, keyword, schema } of conditionsIn(visit.schema)) {
    for (const { name } of schema.properties ?? []) {
      if (isSpecified(visit.schema, [...namesIn(path), name])) continue;
      const reason = `${path} has a condition on ${name}, which the kind has not`;
      yield refusal(visit, keyword, reason, 'name a field of the kind');
    }
  }
}

/** Returns the names of the properties on a path of a condition. */
function namesIn(path: string): readonly string[] {
  return Array.from(path.matchAll(/\.properties\.([^.]+)/g), ([, name]) => name!);
}

function isSpecified(schema: Schema, names: readonly string[]): boolean {
  let current: Schema | undefined = schema;
  for (const name of names) current = current?.properties?.find((each) => each.name === name)?.schema;
  return current !== undefined;
}

/** Reports what a schema cannot specify about a field that every object has. */
function* fieldProblems(visit: Visit, { name, schema }: Property): Generator<Diagnostic> {
  const refuse = (reason: string, instead: string): Diagnostic => refusal(visit, 'properties', reason, instead);
  const type = name === 'metadata' ? 'object' : 'string';
  if (schema.type !== type) yield refuse(`${name} is not of the type ${type}`, `write: ${name}: { type: '${type}' }`);
  if (schema.default !== undefined) yield refuse(`${name} has a default`, 'remove the default');
  if (name !== 'metadata') return;
  const keywords = (Object.keys(schema) as Keyword[]).filter((each) => !['type', 'properties'].includes(each));
  const fields = (schema.properties ?? []).filter((each) => each.name !== 'name' && each.name !== 'generateName');
  const other = keywords[0] ?? fields[0]?.name;
  if (other === undefined) return;
  const instead = 'restrict only name and generateName: metadata: { properties: { name: { maxLength: 63 } } }';
  yield refuse(`metadata has ${other}, but only its name and generateName can be restricted`, instead);
}
