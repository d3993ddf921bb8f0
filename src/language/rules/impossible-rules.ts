import { counted } from '../../base/diagnostics/counted.js';
import type { Keyword, Schema } from '../../base/model/schema.js';
import { isAlwaysSet, isPruned } from './reaches.js';
import { lengthLimits } from './text-lengths.js';
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
  function* lengths(visit) {
    const { field, schema } = visit;
    // Enum values are checked one by one.
    if (schema.type !== 'string' || schema.enum !== undefined) return;
    const limits = levels(schema).flatMap(lengthLimits);
    const lower = limits.toSorted((one, other) => other.lengths[0] - one.lengths[0])[0];
    const upper = limits.toSorted((one, other) => one.lengths[1] - other.lengths[1])[0];
    if (lower === undefined || upper === undefined || lower.lengths[0] <= upper.lengths[1]) return;
    // Two limits on the size are reported as such.
    if (lower.keyword === 'minLength' && upper.keyword === 'maxLength') return;
    const reason = `${lower.shown} requires ${lower.lengths[0]} characters or more, and ${upper.shown} allows ${upper.lengths[1]}`;
    yield problem('no-valid-value', visit, lower.keyword, { field, reason });
  },
  function* fields(visit) {
    const { keyword, reason } = fieldProblem(visit.schema) ?? {};
    if (keyword && reason) yield problem('no-valid-value', visit, keyword, { field: visit.field, reason });
  },
  function* requiredFields(visit) {
    const { field, schema } = visit;
    const name = schema.required?.find((each) => isPruned(schema, each));
    if (name === undefined) return;
    const reason = `${name} is required, and the API server removes it, because the schema does not specify it`;
    yield problem('no-valid-value', visit, 'required', { field, reason });
  },
  function* entries(visit) {
    const { field, schema } = visit;
    const least = largest(schema, 'minProperties');
    const possible = Math.min(...(schema.keys ?? []).map(possibleValues));
    if (least <= possible) return;
    const reason = `minProperties is ${least}, but only ${possible} different keys are possible`;
    yield problem('no-valid-value', visit, 'minProperties', { field, reason });
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
  const steps = levels(schema).flatMap(({ multipleOf = 0 }) => (multipleOf > 0 ? [multipleOf] : []));
  if (schema.type === 'number') {
    if (first > last && isEmpty(lower, upper)) return `no number satisfies ${range}`;
    // To compare a whole number, the API server truncates the fractions of the step and of the bounds.
    const hasWhole = (step: number): boolean => step >= 1 && hasMultipleBetween(Math.trunc(step), first, last);
    const missed = steps.find((each) => !hasWhole(each) && !hasMultipleBetween(each, lower.bound, upper.bound));
    return missed === undefined ? undefined : `no multiple of ${missed} satisfies ${range}`;
  }
  if (first > last) return `no whole number satisfies ${range}`;
  const step = commonMultiple(steps);
  const hasMultiple = step === undefined || Math.ceil(first / step) * step <= last;
  return hasMultiple ? undefined : `no multiple of ${steps.join(' and ')} satisfies ${range}`;
}

/** Reports whether a multiple is between two numbers, or so close to one of them that rounding decides. */
function hasMultipleBetween(step: number, lower: number, upper: number): boolean {
  const tolerance = 1e-9 * Math.max(1, Math.abs(lower / step), Math.abs(upper / step));
  return Math.ceil(lower / step - tolerance) <= upper / step + tolerance;
}

/** Returns the least common multiple of whole numbers; undefined if one has a fraction, or if it is too large. */
function commonMultiple(steps: readonly number[]): number | undefined {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  const all = steps.reduce((one, other) => (one / divisor(one, other)) * other, 1);
  return steps.length > 0 && steps.every(Number.isSafeInteger) && Number.isSafeInteger(all) ? all : undefined;
}

/** Returns the bounds of all levels. Of equal bounds, an exclusive one comes first. */
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

interface FieldProblem {
  readonly keyword: Keyword;
  readonly reason: string;
}

function fieldProblem(schema: Schema): FieldProblem | undefined {
  const { properties, additionalProperties, preserveUnknownFields, embeddedResource } = schema;
  if (properties === undefined || additionalProperties !== undefined || embeddedResource) return undefined;
  const [least, most] = [largest(schema, 'minProperties'), smallest(schema, 'maxProperties')];
  const always = properties.filter(isAlwaysSet).length;
  if (always > most) {
    return { keyword: 'maxProperties', reason: `${always} fields are always set, but maxProperties is ${most}` };
  }
  if (!preserveUnknownFields && least > properties.length) {
    return {
      keyword: 'minProperties',
      reason: `minProperties is ${least}, but there are only ${properties.length} fields`,
    };
  }
  return choiceProblem(schema, least, most);
}

/** Maximum number of fields in choices whose combinations are tried. */
const mostChosen = 12;

/** Returns why no set of fields satisfies the limits on how many of some fields, and on how many in total, are set. */
function choiceProblem(schema: Schema, least: number, most: number): FieldProblem | undefined {
  const { properties = [], preserveUnknownFields, choices = [] } = schema;
  const chosen = [...new Set(choices.flatMap(({ fields }) => fields))];
  if (chosen.length === 0 || chosen.length > mostChosen) return undefined;
  const always = properties.filter(isAlwaysSet).length;
  const free = properties.filter((each) => !isAlwaysSet(each) && !chosen.includes(each.name)).length;
  const others = preserveUnknownFields ? Infinity : free;
  const sets = Array.from({ length: 2 ** chosen.length }, (_, bits) => chosen.filter((__, bit) => bits & (1 << bit)));
  const possible = sets.filter((set) =>
    choices.every((choice) => {
      const count = choice.fields.filter((each) => set.includes(each)).length;
      return count >= choice.least && count <= choice.most;
    }),
  );
  if (possible.length === 0) {
    return { keyword: 'validations', reason: 'the rules on how many of its fields are set contradict each other' };
  }
  const sizes = possible.map(({ length }) => length + always);
  if (Math.max(...sizes) + others < least) {
    const reason = `minProperties is ${least}, but at most ${counted(Math.max(...sizes) + others, 'field')} can be set together`;
    return { keyword: 'minProperties', reason };
  }
  if (Math.min(...sizes) <= most) return undefined;
  const reason = `maxProperties is ${most}, but at least ${counted(Math.min(...sizes), 'field')} must be set together`;
  return { keyword: 'maxProperties', reason };
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
