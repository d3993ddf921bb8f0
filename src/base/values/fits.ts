import { isObject, type JsonObject, type JsonValue, type Property, type Schema } from '../model/schema.js';
import { embeddedFields, embeddedMisfits } from './embedded.js';
import { isNoneOf } from './formats.js';
import type { Misfit, ValuePath } from './misfit.js';
import { numberReasons } from './numbers.js';
import { compilePattern } from './pattern.js';

/** Whether the items and fields of a value are validated too. */
type Depth = 'deep' | 'shallow';

/** Returns the reasons why the API server would reject a value under a schema; empty for a valid value. */
export function misfits(
  schema: Schema,
  value: JsonValue,
  path: ValuePath = [],
  depth: Depth = 'deep',
): readonly Misfit[] {
  if (value === null) {
    // Without a type, null is an ordinary value.
    // An enum rejects null; that of a nullable type is emitted so that it does not.
    const allowed = (schema.nullable && !schema.rawEnum) || (schema.type === undefined && schema.enum === undefined);
    return allowed ? [] : [{ path, reason: 'null is not allowed here' }];
  }
  const wrongType = typeMisfit(schema, value);
  if (wrongType !== undefined) return [{ path, reason: wrongType }];
  const own = [
    ...[...valueReasons(schema, value)].map((reason) => ({ path, reason })),
    ...(schema.allOf ?? []).flatMap((each) => misfits(asBranch(each), value, path, depth)),
    ...[...branchReasons(schema, value, depth)].map((reason) => ({ path, reason })),
  ];
  if (Array.isArray(value)) return [...own, ...itemMisfits(schema, value, path, depth)];
  if (isObject(value)) return [...own, ...fieldMisfits(schema, value, path, depth)];
  return own;
}

function* branchReasons({ anyOf, oneOf, not }: Schema, value: JsonValue, depth: Depth): Generator<string> {
  const holds = (each: Schema): boolean => misfits(asBranch(each), value, [], depth).length === 0;
  if (anyOf && !anyOf.some(holds)) yield 'it matches none of the schemas in anyOf';
  const matches = oneOf?.filter(holds).length ?? 1;
  if (matches !== 1) yield `it matches ${matches} of the schemas in oneOf, but must match one`;
  if (not && holds(not)) yield 'it matches the schema in not';
}

const branches = new WeakMap<Schema, Schema>();

/** Returns a schema of `anyOf` or similar as a condition: a value can have fields that it does not name. */
function asBranch(schema: Schema): Schema {
  const known = branches.get(schema);
  if (known !== undefined) return known;
  const { properties, items, additionalProperties } = schema;
  const branch: Schema = {
    ...schema,
    preserveUnknownFields: true,
    ...(properties && { properties: properties.map((each) => ({ ...each, schema: asBranch(each.schema) })) }),
    ...(items && { items: asBranch(items) }),
    ...(additionalProperties && { additionalProperties: asBranch(additionalProperties) }),
  };
  branches.set(schema, branch);
  return branch;
}

function typeMisfit(schema: Schema, value: JsonValue): string | undefined {
  if (schema.intOrString) {
    return typeof value === 'string' || Number.isInteger(value)
      ? undefined
      : `${show(value)} is not a whole number or string`;
  }
  switch (schema.type) {
    case undefined:
      return undefined;
    case 'integer':
      return Number.isInteger(value) ? undefined : `${show(value)} is not a whole number`;
    case 'array':
      return Array.isArray(value) ? undefined : `${show(value)} is not a list`;
    case 'object':
      return isObject(value) ? undefined : `${show(value)} is not an object`;
    default:
      return typeof value === schema.type ? undefined : `${show(value)} is not a ${schema.type}`;
  }
}

function* valueReasons(schema: Schema, value: JsonValue): Generator<string> {
  if (schema.enum && !isAmong(schema.enum, value)) {
    const left = schema.enum.length - mostShown;
    const shown = schema.enum.slice(0, mostShown).map(show).join(', ');
    yield `${show(value)} is not one of ${shown}${left > 0 ? `, and ${left} more` : ''}`;
  }
  if (
    (typeof value === 'string' || schema.intOrString) &&
    schema.format !== undefined &&
    isNoneOf(schema.format, value)
  ) {
    yield `${show(value)} is not of the format ${schema.format}`;
  }
  if (typeof value === 'number') yield* numberReasons(schema, value);
  if (typeof value === 'string') yield* stringReasons(schema, value);
  if (Array.isArray(value)) yield* sizeReasons('items', value.length, schema.minItems, schema.maxItems);
  if (isObject(value)) {
    yield* sizeReasons('entries', Object.keys(value).length, schema.minProperties, schema.maxProperties);
  }
}

function* stringReasons(schema: Schema, value: string): Generator<string> {
  yield* sizeReasons('characters', charactersIn(value), schema.minLength, schema.maxLength);
  const pattern = schema.pattern === undefined ? undefined : compilePattern(schema.pattern);
  if (pattern && 'matches' in pattern && !pattern.matches(value)) {
    yield `${show(value)} does not match ${schema.pattern}`;
  }
}

/** Returns the number of characters in a string as the API server counts them; a surrogate pair is one. */
function charactersIn(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) if (text.codePointAt(index)! > 0xffff) count -= 1;
  return count;
}

function* sizeReasons(what: string, size: number, least = 0, most = Infinity): Generator<string> {
  if (size < least) yield `it has ${size} ${what}, but requires ${least}`;
  if (size > most) yield `it has ${size} ${what}, but can have only ${most}`;
}

function itemMisfits(schema: Schema, value: readonly JsonValue[], path: ValuePath, depth: Depth): Misfit[] {
  const items = depth === 'deep' ? schema.items : undefined;
  const keys = itemKeys(schema, value);
  const seen = new Set<string | undefined>();
  const twice = keys.findIndex((key) => key !== undefined && seen.size === seen.add(key).size);
  return [
    ...(items ? value.flatMap((each, index) => misfits(items, each, [...path, index])) : []),
    ...(twice < 0 ? [] : [{ path: [...path, twice], reason: `${keys[twice]} is listed twice`, late: true as const }]),
  ];
}

/** Returns what makes each item unique: the item itself in a set, its keys in a list of type map. */
function itemKeys(schema: Schema, items: readonly JsonValue[]): readonly (string | undefined)[] {
  if (schema.listType === 'set') return items.map(show);
  if (schema.listType !== 'map') return [];
  const { known } = fieldsOf(schema.items ?? {});
  return items.map((item) =>
    isObject(item)
      ? (schema.listMapKeys ?? []).map((key) => show(item[key] ?? known.get(key)?.schema.default ?? null)).join(', ')
      : undefined,
  );
}

function* fieldMisfits(schema: Schema, value: JsonObject, path: ValuePath, depth: Depth): Generator<Misfit> {
  const { known, required } = fieldsOf(schema);
  const others = schema.required?.filter((name) => !known.has(name)) ?? [];
  for (const name of [...required, ...others]) {
    if (!Object.hasOwn(value, name)) yield { path, reason: `the required field ${name} is missing` };
  }
  if (schema.embeddedResource) yield* embeddedMisfits(value, path);
  for (const [name, each] of Object.entries(value)) {
    const ofEveryObject = schema.embeddedResource && embeddedFields.includes(name);
    if (ofEveryObject && !known.has(name)) continue;
    const inner = known.get(name)?.schema ?? schema.additionalProperties;
    if (depth === 'shallow' && inner !== undefined) continue;
    // The API server drops unknown fields of metadata before it validates against the schema.
    if (ofEveryObject) yield* misfits({ ...inner, preserveUnknownFields: true }, each, [...path, name]);
    else if (inner !== undefined) yield* misfits(inner, each, [...path, name]);
    else if (!schema.preserveUnknownFields) yield { path, reason: `there is no field ${name}` };
  }
}

interface Fields {
  readonly known: ReadonlyMap<string, Property>;
  /** Names of the required properties. */
  readonly required: readonly string[];
}

// A list can have many items of a type with many fields, so each type is indexed once.
const fieldsByProperties = new WeakMap<readonly Property[], Fields>();
const noProperties: readonly Property[] = [];

function fieldsOf({ properties = noProperties }: Schema): Fields {
  const fields = fieldsByProperties.get(properties) ?? readFields(properties);
  fieldsByProperties.set(properties, fields);
  return fields;
}

function readFields(properties: readonly Property[]): Fields {
  const known = new Map(properties.map((each) => [each.name, each]));
  const required = [...known.values()].filter((each) => each.required && each.schema.default === undefined);
  return { known, required: required.map(({ name }) => name) };
}

// Maximum number of enum values listed in a message about a value that is not one of them.
const mostShown = 100;
const textsByEnum = new WeakMap<readonly JsonValue[], ReadonlySet<string>>();

/**
 * Reports whether a value is one of an enum. The API server converts the value to the type of each enum value, so it
 * truncates a number where the enum value is an integer.
 */
function isAmong(allowed: readonly JsonValue[], value: JsonValue): boolean {
  const texts = textsByEnum.get(allowed) ?? new Set(allowed.map(show));
  textsByEnum.set(allowed, texts);
  // A fraction equals itself, and its truncated value is an integer, which only an integer of the enum can equal.
  return texts.has(show(value)) || (typeof value === 'number' && texts.has(show(Math.trunc(value))));
}

/** Returns a value as a string that is the same for equal values, whatever the order of their keys. */
function show(value: JsonValue): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}
