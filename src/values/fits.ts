import { isNoneOf } from './formats.js';
import { compilePattern } from './pattern.js';
import type { JsonValue, Schema } from '../model/schema.js';

/** Keys and indexes that lead from a value to a part of it; empty for the value itself. */
export type ValuePath = readonly (string | number)[];

/** Why a value is not valid: `path` leads to the part that is wrong. */
export interface Misfit {
  readonly path: ValuePath;
  readonly reason: string;
}

/** A path for people, such as `spec.ports[0]`; a key that is no plain word stands in brackets and quotes. */
export function printPath(path: ValuePath): string {
  const parts = path.map((part) =>
    typeof part === 'string' && /^[\w$-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`,
  );
  return parts.join('').replace(/^\./, '');
}

/** What the API server would say of a value under a schema; empty when it is valid. */
export function misfits(schema: Schema, value: JsonValue, path: ValuePath = []): readonly Misfit[] {
  if (value === null) return schema.nullable ? [] : [{ path, reason: 'null is not allowed here' }];
  const wrongType = typeMisfit(schema, value);
  if (wrongType !== undefined) return [{ path, reason: wrongType }];
  const own = [
    ...[...valueReasons(schema, value)].map((reason) => ({ path, reason })),
    // Both of two bounds; neither has a type of its own.
    ...(schema.allOf ?? []).flatMap((each) => [...valueReasons(each, value)].map((reason) => ({ path, reason }))),
  ];
  if (Array.isArray(value)) return [...own, ...itemMisfits(schema, value, path)];
  if (isObject(value)) return [...own, ...fieldMisfits(schema, value, path)];
  return own;
}

function typeMisfit(schema: Schema, value: JsonValue): string | undefined {
  if (schema.intOrString) {
    return typeof value === 'string' || Number.isInteger(value)
      ? undefined
      : `${show(value)} is no whole number or string`;
  }
  switch (schema.type) {
    case undefined:
      return undefined;
    case 'integer':
      return Number.isInteger(value) ? undefined : `${show(value)} is no whole number`;
    case 'array':
      return Array.isArray(value) ? undefined : `${show(value)} is no list`;
    case 'object':
      return isObject(value) ? undefined : `${show(value)} is no object`;
    default:
      return typeof value === schema.type ? undefined : `${show(value)} is no ${schema.type}`;
  }
}

function* valueReasons(schema: Schema, value: JsonValue): Generator<string> {
  if (schema.enum && !schema.enum.some((each) => show(each) === show(value))) {
    yield `${show(value)} is none of ${schema.enum.map(show).join(', ')}`;
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

function* numberReasons(schema: Schema, value: number): Generator<string> {
  const { minimum, maximum, multipleOf } = schema;
  if (minimum !== undefined && (schema.exclusiveMinimum ? value <= minimum : value < minimum)) {
    yield `${value} is below the minimum ${minimum}`;
  }
  if (maximum !== undefined && (schema.exclusiveMaximum ? value >= maximum : value > maximum)) {
    yield `${value} is above the maximum ${maximum}`;
  }
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) yield `${value} is no multiple of ${multipleOf}`;
  if (schema.format === 'int32' && (value < -(2 ** 31) || value >= 2 ** 31)) yield `${value} does not fit 32 bits`;
}

/** As the API server reckons, in binary: 0.3 is a multiple of 0.1 and 19.99 is none of 0.01. */
function isMultiple(value: number, factor: number): boolean {
  const times = factor < 1 ? (1 / factor) * value : value / factor;
  const whole = Math.trunc(times);
  if (times === whole) return true;
  return times > 0 && whole !== 0 && (times - whole) / (times + whole) < 1e-9;
}

function* stringReasons(schema: Schema, value: string): Generator<string> {
  yield* sizeReasons('characters', Array.from(value).length, schema.minLength, schema.maxLength);
  const pattern = schema.pattern === undefined ? undefined : compilePattern(schema.pattern);
  if (pattern && 'matches' in pattern && !pattern.matches(value)) {
    yield `${show(value)} does not match ${schema.pattern}`;
  }
}

function* sizeReasons(what: string, size: number, least = 0, most = Infinity): Generator<string> {
  if (size < least) yield `it has ${size} ${what}, and needs ${least}`;
  if (size > most) yield `it has ${size} ${what}, and may have ${most}`;
}

function itemMisfits(schema: Schema, value: readonly JsonValue[], path: ValuePath): Misfit[] {
  const { items } = schema;
  const keys = value.map((each) => itemKey(schema, each));
  const twice = keys.findIndex((key, index) => key !== undefined && keys.indexOf(key) !== index);
  return [
    ...(items ? value.flatMap((each, index) => misfits(items, each, [...path, index])) : []),
    ...(twice < 0 ? [] : [{ path: [...path, twice], reason: `${keys[twice]} stands there twice` }]),
  ];
}

/** What makes an item unique: itself in a set, its keys in a list map. */
function itemKey(schema: Schema, item: JsonValue): string | undefined {
  if (schema.listType === 'set') return show(item);
  if (schema.listType !== 'map' || !isObject(item)) return undefined;
  const known = new Map((schema.items?.properties ?? []).map((each) => [each.name, each.schema.default]));
  return (schema.listMapKeys ?? []).map((key) => show(item[key] ?? known.get(key) ?? null)).join(', ');
}

function fieldMisfits(schema: Schema, value: { readonly [key: string]: JsonValue }, path: ValuePath): Misfit[] {
  const known = new Map((schema.properties ?? []).map((each) => [each.name, each]));
  const found: Misfit[] = [];
  for (const { name, required, schema: property } of known.values()) {
    if (required && property.default === undefined && !Object.hasOwn(value, name)) {
      found.push({ path, reason: `the required field ${name} is missing` });
    }
  }
  if (schema.embeddedResource) found.push(...embeddedMisfits(value, path));
  for (const [name, each] of Object.entries(value)) {
    if (schema.embeddedResource && embeddedFields.includes(name) && !known.has(name)) continue;
    const inner = known.get(name)?.schema ?? schema.additionalProperties;
    if (inner !== undefined) found.push(...misfits(inner, each, [...path, name]));
    else if (!schema.preserveUnknownFields) found.push({ path, reason: `there is no field ${name}` });
  }
  return found;
}

const embeddedFields = ['apiVersion', 'kind', 'metadata'];

/** Every whole object says what it is, whatever the schema names. */
function embeddedMisfits(value: { readonly [key: string]: JsonValue }, path: ValuePath): Misfit[] {
  const found = ['apiVersion', 'kind']
    .filter((name) => typeof value[name] !== 'string' || value[name] === '')
    .map((name) => ({ path, reason: `an embedded object needs ${name}` }));
  const { apiVersion } = value;
  if (typeof apiVersion === 'string' && apiVersion.split('/').length > 2) {
    found.push({ path, reason: `${apiVersion} is no group and version` });
  }
  return found;
}

function isObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as text that is the same for equal values, whatever the order of their keys. */
function show(value: JsonValue): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}
