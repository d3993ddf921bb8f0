import type { Keyword, Property, Schema } from '../model/schema.js';
import { problem, type Rule } from './visit.js';

/** Rules for constraints that no value satisfies, although each of them makes sense. */
export const impossibleRules: readonly Rule[] = [
  function* numbers(visit) {
    const reason = numberProblem(visit.schema);
    if (reason !== undefined) yield problem('no-valid-value', visit, 'minimum', { field: visit.field, reason });
  },
  function* sizes(visit) {
    const { field, schema } = visit;
    for (const [low, high] of sizeLimits) {
      const [least, most] = [largest(schema, low), smallest(schema, high)];
      // Two limits of the same level are an empty range.
      if (least <= most || (schema[low] === least && schema[high] === most)) continue;
      yield problem('no-valid-value', visit, low, { field, reason: `${low} ${least} is greater than ${high} ${most}` });
    }
  },
  function* fields(visit) {
    const reason = fieldProblem(visit.schema);
    if (reason !== undefined) {
      const keyword = reason.includes('maxProperties') ? 'maxProperties' : 'minProperties';
      yield problem('no-valid-value', visit, keyword, { field: visit.field, reason });
    }
  },
  function* uniqueItems(visit) {
    const { field, schema } = visit;
    const [least, possible] = [largest(schema, 'minItems'), possibleItems(schema)];
    if (least <= possible) return;
    const reason = `minItems is ${least}, but only ${possible} different items are possible`;
    yield problem('no-valid-value', visit, 'minItems', { field, reason });
  },
];

const sizeLimits = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Returns the schema and the bounds of its other levels, all of which apply. */
function levels(schema: Schema): readonly Schema[] {
  return [schema, ...(schema.allOf ?? [])];
}

type Limit = (typeof sizeLimits)[number][number];

function largest(schema: Schema, keyword: Limit): number {
  return Math.max(0, ...levels(schema).map((each) => each[keyword] ?? 0));
}

function smallest(schema: Schema, keyword: Limit): number {
  return Math.min(...levels(schema).map((each) => each[keyword] ?? Infinity));
}

interface NumberBound {
  readonly keyword: Keyword & ('minimum' | 'maximum');
  readonly bound: number;
  readonly isExclusive: boolean;
}

function numberProblem(schema: Schema): string | undefined {
  // Enum values are checked one by one.
  if ((schema.type !== 'integer' && schema.type !== 'number') || schema.enum !== undefined) return undefined;
  const lower = boundsOf(schema, 'minimum').toSorted((one, other) => other.bound - one.bound)[0];
  const upper = boundsOf(schema, 'maximum').toSorted((one, other) => one.bound - other.bound)[0];
  if (lower === undefined || upper === undefined) return undefined;
  // Reported as an empty range.
  if (schema.minimum !== undefined && schema.maximum !== undefined && schema.minimum > schema.maximum) return undefined;
  const range = `${shown(lower)} and ${shown(upper)}`;
  const [first, last] = [firstWhole(lower), -firstWhole({ ...upper, bound: -upper.bound })];
  if (schema.type === 'number') {
    return first > last && isEmpty(lower, upper) ? `no number satisfies ${range}` : undefined;
  }
  if (first > last) return `no whole number satisfies ${range}`;
  const step = schema.multipleOf;
  const hasMultiple = step === undefined || !Number.isInteger(step) || Math.ceil(first / step) * step <= last;
  return hasMultiple ? undefined : `no multiple of ${step} satisfies ${range}`;
}

/** Returns the bounds of all levels. Of equal ones, one that is exclusive comes first. */
function boundsOf(schema: Schema, keyword: 'minimum' | 'maximum'): readonly NumberBound[] {
  const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  return levels(schema)
    .flatMap((each) => {
      const bound = each[keyword];
      return bound === undefined ? [] : [{ keyword, bound, isExclusive: each[exclusive] === true }];
    })
    .toSorted((one, other) => Number(other.isExclusive) - Number(one.isExclusive));
}

function isEmpty(lower: NumberBound, upper: NumberBound): boolean {
  return lower.bound > upper.bound || (lower.bound === upper.bound && (lower.isExclusive || upper.isExclusive));
}

/** Returns the smallest whole number. To compare one with a fraction, the API server truncates the fraction. */
function firstWhole({ bound, isExclusive }: NumberBound): number {
  return Math.trunc(bound) + (isExclusive ? 1 : 0);
}

function shown({ keyword, bound, isExclusive }: NumberBound): string {
  return `${isExclusive ? 'exclusive ' : ''}${keyword} ${bound}`;
}

function fieldProblem(schema: Schema): string | undefined {
  const { properties, additionalProperties, preserveUnknownFields, embeddedResource } = schema;
  if (properties === undefined || additionalProperties !== undefined || embeddedResource) return undefined;
  const [least, most] = [largest(schema, 'minProperties'), smallest(schema, 'maxProperties')];
  const always = properties.filter(isAlwaysSet).length;
  if (always > most) return `${always} fields are always set, but maxProperties is ${most}`;
  if (preserveUnknownFields || least <= properties.length) return undefined;
  return `minProperties is ${least}, but there are only ${properties.length} fields`;
}

function isAlwaysSet({ required, schema }: Property): boolean {
  return required || (schema.default ?? null) !== null;
}

/** Returns the number of different items of a list whose items must differ. */
function possibleItems({ listType, listMapKeys = [], items }: Schema): number {
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return Infinity;
  if (listType === 'set') return possibleValues(items);
  const keys = listMapKeys.map((key) => items.properties?.find(({ name }) => name === key)?.schema);
  return keys.reduce((all, key) => all * (key === undefined ? Infinity : possibleValues(key)), 1);
}

function possibleValues({ type, enum: values, nullable }: Schema): number {
  if (nullable) return Infinity;
  if (values !== undefined) return new Set(values.map((each) => JSON.stringify(each))).size;
  return type === 'boolean' ? 2 : Infinity;
}
