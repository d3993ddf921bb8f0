import type { Random } from '../random.js';
import { isTooLarge } from './least-size.js';
import { anything, makeNumber, makeText } from './make-scalar.js';
import { makeList, makeObject } from './make-structure.js';
import type { Making, Steps } from './making.js';
import type { JsonValue, Schema } from './schema.js';
import { isValid } from './validity.js';

/** Starts to generate values with the given `fill`, with a limited number of optional fields and items. */
export function startMaking(random: Random, fill: Making['fill'], left: number, steps: Steps): Making {
  const making: Making = { random, fill, left, steps, value: (schema) => makeValue(schema, making) };
  return making;
}

// A structure fails if one of its parts does, which has already been attempted often enough.
const attemptsFor = ({ type }: Schema): number => (type === 'object' || type === 'array' ? 5 : 40);

const withoutValue = new WeakSet<Schema>();

function makeValue(schema: Schema, making: Making): JsonValue | undefined {
  if (withoutValue.has(schema)) return undefined;
  const { random, fill, steps } = making;
  const mayBeNull = isValid(schema, null);
  if (mayBeNull && fill !== 'all' && random.below(fill === 'least' ? 2 : 6) === 0) return null;
  const narrowed = narrow(schema, random);
  const attempts = isTooLarge(narrowed) ? 0 : attemptsFor(schema);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // The schema can have a value, which is not searched any longer.
    if (steps.left <= 0) return undefined;
    steps.left -= 1;
    const value = candidate(narrowed, making, attempt, attempts);
    if (value !== undefined && isValid(schema, value, 'shallow')) return value;
  }
  if (!mayBeNull) withoutValue.add(schema);
  return mayBeNull ? null : undefined;
}

function candidate(schema: Schema, making: Making, attempt: number, attempts: number): JsonValue | undefined {
  const { random } = making;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.default !== undefined && (attempt === attempts - 1 || random.below(6) === 0)) return schema.default;
  const type = schema['x-kubernetes-int-or-string'] ? random.pick(['integer', 'string']) : schema.type;
  switch (type) {
    case 'string':
      return makeText(schema, random, attempt);
    case 'integer':
    case 'number':
      return makeNumber({ ...schema, type }, random);
    case 'boolean':
      return random.below(2) === 0;
    case 'array':
      return makeList(schema, making);
    case 'object':
      return makeObject(schema, making);
    default:
      // The API server prunes unknown fields that are not preserved.
      return anything(random, schema['x-kubernetes-preserve-unknown-fields'] ? 2 : 0);
  }
}

/** Merges the keywords of junctors into the schema: all of `allOf`, and one branch of the others. */
function narrow(schema: Schema, random: Random): Schema {
  const { allOf = [], anyOf = [], oneOf = [] } = schema;
  const branches = [...allOf, ...[anyOf, oneOf].filter((each) => each.length > 0).map((each) => random.pick(each))];
  if (branches.length === 0 || schema['x-kubernetes-int-or-string']) return schema;
  return branches.reduce<Schema>(
    (all, branch) => ({
      ...all,
      ...branch,
      // Fields have no type in a branch.
      properties: merged(all.properties, branch.properties),
      required: [...(all.required ?? []), ...(branch.required ?? [])],
      ...tighter(all, branch),
    }),
    schema,
  );
}

function merged(all: Schema['properties'] = {}, more: Schema['properties'] = {}): NonNullable<Schema['properties']> {
  const both = Object.entries(more).map(([name, each]) => [name, { ...all[name], ...each }] as const);
  return Object.fromEntries([...Object.entries(all), ...both]);
}

const bounds = {
  least: ['minimum', 'minLength', 'minItems', 'minProperties'],
  most: ['maximum', 'maxLength', 'maxItems', 'maxProperties'],
} as const;
type Bound = (typeof bounds)['least' | 'most'][number];

function tighter(...both: readonly Schema[]): Partial<Record<Bound, number>> {
  const ofBoth = (name: Bound): number[] => both.map((each) => each[name]).filter((each) => each !== undefined);
  const least = bounds.least.map((name) => [name, Math.max(...ofBoth(name))] as const);
  const most = bounds.most.map((name) => [name, Math.min(...ofBoth(name))] as const);
  return Object.fromEntries([...least, ...most].filter(([, bound]) => Number.isFinite(bound)));
}
