import type { SchemaMarker, SchemaTarget } from '../markers/marker.js';
import type { Keyword, Schema } from '../../base/model/schema.js';
import type { Analysis } from './analysis.js';
import { originsOfKeys, positionWithin } from './argument-origins.js';
import { readArguments, type PartChange } from './arguments.js';
import { isOfField } from './levels.js';
import { usagesOn } from './usages.js';
import type { Usage } from './usage.js';
import type { Annotations } from './usage.js';

const targets: Readonly<
  Record<SchemaTarget, { readonly wanted: string; readonly types: string; readonly fits: (schema: Schema) => boolean }>
> = {
  number: {
    wanted: 'numbers',
    types: 'an Int32, an Int64 or a Double',
    fits: ({ type }) => type === 'integer' || type === 'number',
  },
  string: {
    wanted: 'strings',
    types: 'a string',
    fits: ({ type, intOrString }) => type === 'string' || intOrString === true,
  },
  formatted: {
    wanted: 'strings and numbers',
    types: 'a string, an Int32 or a Double',
    fits: ({ type, intOrString }) =>
      type === 'string' || type === 'integer' || type === 'number' || intOrString === true,
  },
  array: { wanted: 'lists', types: 'a list, such as string[]', fits: ({ type }) => type === 'array' },
  object: {
    wanted: 'objects and records',
    types: 'an interface, a class or a Record',
    fits: ({ type }) => type === 'object',
  },
  record: {
    wanted: 'records',
    types: 'a Record<string, ...>',
    fits: ({ additionalProperties }) => additionalProperties !== undefined,
  },
  any: { wanted: 'any field', types: 'Json', fits: () => true },
};

/**
 * Adds the annotations of one declaration to the schema created by the levels below it: a field's type, then the field.
 * Its description replaces the one below, its rules come before those below, and if both set the same bound, both
 * bounds apply.
 */
export function annotate(
  schema: Schema,
  { description, usages }: Annotations,
  field: string,
  analysis: Analysis,
): void {
  const below = { ...schema };
  delete schema.validations;
  if (description !== '') schema.description = description;
  applySchemaMarkers(schema, usages, field, analysis);
  if (below.validations) schema.validations = [...(schema.validations ?? []), ...below.validations];
  keepBothBounds(schema, below);
  keepToEnum(schema, below, analysis);
}

/**
 * Adds the annotations of the declarations of a type, innermost first. Rules created by the type itself, such as those
 * of a union, come before theirs.
 */
export function annotateType(schema: Schema, levels: readonly Annotations[], field: string, analysis: Analysis): void {
  const own = schema.validations ?? [];
  delete schema.validations;
  for (const level of levels) annotate(schema, level, field, analysis);
  const all = [...own, ...(schema.validations ?? [])];
  if (all.length > 0) schema.validations = all;
}

/** Makes a schema without a type preserve unknown fields, because the API server would otherwise reject the field. */
export function keepUnknown(schema: Schema): void {
  if (schema.type === undefined) schema.preserveUnknownFields = true;
}

/** Applies the markers of one declaration to its schema, in source order, and reports those that cannot be applied. */
function applySchemaMarkers(schema: Schema, usages: readonly Usage[], field: string, analysis: Analysis): void {
  const rank = ({ marker }: Usage): number => (marker.on !== 'schema' ? 1 : marker.early ? 0 : marker.late ? 2 : 1);
  const inOrder = usages.toSorted((one, other) => rank(one) - rank(other));
  for (const { usage, marker } of usagesOn('schema', inOrder, analysis)) {
    applyOne(schema, marker, usage, field, analysis);
  }
}

/** Reports whether a marker can apply to the items, values or keys of a field, whose type was read earlier. */
function isOfParts(usage: Usage): boolean {
  return usage.marker.on === 'schema' && usage.marker.schemaless !== true && !isOfField(usage);
}

const partNames = { items: '[]', values: '[*]', keys: ' (keys)' } as const;

function applyOne(schema: Schema, marker: SchemaMarker, usage: Usage, field: string, analysis: Analysis): void {
  const target = targets[marker.target];
  if (!target.fits(schema)) {
    const type = schema.intOrString ? 'a number or a string' : `of type ${schema.type ?? 'any'}`;
    analysis.report('marker-type-mismatch', usage.position, {
      marker: usage.label,
      field,
      type,
      wanted: target.wanted,
      types: target.types,
    });
    return;
  }
  const changePart: PartChange = (part, usages) => (inner) => {
    for (const { label, position } of usages.filter((each) => !isOfParts(each))) {
      const place = `the ${part} of a field`;
      analysis.report('misplaced-marker', position, { marker: label, place, wanted: 'a separate field' });
    }
    const fitting = usages.filter(isOfParts);
    annotate(inner, { description: '', usages: fitting }, `${field}${partNames[part]}`, analysis);
  };
  const values = readArguments(usage, analysis, changePart);
  if (values === undefined) return;
  const before = { ...schema };
  const refusal = marker.apply(schema, values as never[]);
  if (refusal !== undefined) {
    const { at = [], ...reasons } = refusal;
    analysis.report('invalid-marker', positionWithin(usage, at, analysis), { marker: usage.label, ...reasons });
  } else recordOrigins(schema, before, usage, analysis);
}

/** Records the position at which each changed keyword was set, so that a later problem with it points there. */
function recordOrigins(schema: Schema, before: Schema, usage: Usage, analysis: Analysis): void {
  const { position } = usage;
  if (schema.validations !== undefined && schema.validations !== before.validations) {
    const rule = originsOfKeys(usage, analysis)['rule'] ?? position;
    const known = new Set(before.validations);
    schema.validations = schema.validations.map((each) => (known.has(each) ? each : { ...each, position: rule }));
  }
  const changed = (Object.keys(schema) as Keyword[]).filter((keyword) => schema[keyword] !== before[keyword]);
  schema.origins = { ...schema.origins, ...Object.fromEntries(changed.map((keyword) => [keyword, position])) };
}

/**
 * The result of a keyword that a field and its type both set: `field` is the value of the field alone, `both` means that
 * both values apply, and a list contains the keywords that qualify a bound and stay with it.
 */
const combinations: Readonly<Record<Keyword, 'field' | 'both' | readonly Keyword[]>> = {
  type: 'field',
  format: 'field',
  title: 'field',
  description: 'field',
  externalDocs: 'field',
  default: 'field',
  example: 'field',
  // The values of the field must be values of the type: `keepToEnum`.
  enum: 'field',
  nullable: 'field',
  minimum: ['exclusiveMinimum'],
  maximum: ['exclusiveMaximum'],
  exclusiveMinimum: 'field',
  exclusiveMaximum: 'field',
  multipleOf: 'both',
  minLength: 'both',
  maxLength: 'both',
  pattern: 'both',
  items: 'field',
  minItems: 'both',
  maxItems: 'both',
  properties: 'field',
  additionalProperties: 'field',
  minProperties: 'both',
  maxProperties: 'both',
  anyOf: 'field',
  oneOf: 'field',
  not: 'field',
  required: 'field',
  allOf: 'field',
  listType: 'field',
  listMapKeys: 'field',
  mapType: 'field',
  intOrString: 'field',
  preserveUnknownFields: 'field',
  embeddedResource: 'field',
  // `annotate` joins the rules.
  validations: 'field',
};

/** Keywords that bound a value, each with the keywords that qualify it. */
const bounds: readonly (readonly Keyword[])[] = (Object.keys(combinations) as Keyword[]).flatMap((keyword) => {
  const combination = combinations[keyword];
  if (combination === 'field') return [];
  return [combination === 'both' ? [keyword] : [keyword, ...combination]];
});

/** Reports enum values of a field that its type does not allow: a field can only narrow the enum of its type. */
function keepToEnum(schema: Schema, below: Schema, analysis: Analysis): void {
  const position = schema.origins?.enum;
  if (below.enum === undefined || below.enum === schema.enum || position === undefined) return;
  const allowed = new Set(below.enum.map((each) => JSON.stringify(each)));
  const other = schema.enum?.find((each) => !allowed.has(JSON.stringify(each)));
  if (other === undefined) return;
  const reason = `${JSON.stringify(other)} is not a value of its type`;
  const instead = `write only values of its type: ${[...allowed].join(', ')}`;
  analysis.report('invalid-marker', position, { marker: '@Enum', reason, instead });
}

/**
 * Keeps both bounds in `allOf` if a field and its type set one, because a field cannot loosen the bound of its type.
 */
function keepBothBounds(schema: Schema, below: Schema): void {
  const lower: Schema = {};
  const upper: Schema = {};
  for (const group of bounds) {
    const [keyword] = group;
    if (below[keyword!] === undefined || group.every((each) => below[each] === schema[each])) continue;
    for (const each of group) {
      Object.assign(lower, below[each] === undefined ? {} : { [each]: below[each] });
      Object.assign(upper, schema[each] === undefined ? {} : { [each]: schema[each] });
      delete schema[each];
    }
  }
  keepTighter(schema, lower, upper);
  if (Object.keys(lower).length > 0) schema.allOf = [...(schema.allOf ?? []), lower, upper];
}

/**
 * Keeps the tighter of two upper bounds on sizes outside of `allOf`, because the API server does not find them there
 * when it estimates the cost of rules.
 */
function keepTighter(schema: Schema, lower: Schema, upper: Schema): void {
  for (const keyword of ['maxLength', 'maxItems', 'maxProperties'] as const) {
    const [one, other] = [lower[keyword], upper[keyword]];
    if (one === undefined || other === undefined) continue;
    schema[keyword] = Math.min(one, other);
    delete lower[keyword];
    delete upper[keyword];
  }
}
