import { anything } from './make-scalar.js';
import type { Making } from './making.js';
import { brokenRules } from './rules.js';
import { itemKey, type JsonObject, type JsonValue, type Schema } from './schema.js';

/** Generates a list within its size limits, with distinct items if required. Undefined if too few items were found. */
export function makeList(schema: Schema, making: Making): JsonValue[] | undefined {
  const { items = {}, minItems = 0, maxItems = Infinity } = schema;
  const count = sizeWithin(minItems, maxItems, making);
  const list: JsonValue[] = [];
  const keys = new Set<string>();
  for (let attempt = 0; list.length < count && attempt < 10 + 4 * count; attempt += 1) {
    const item = making.value(items);
    if (item === undefined) return minItems === 0 ? [] : undefined;
    const key = itemKey(schema, item);
    if (key !== undefined && keys.has(key)) continue;
    if (key !== undefined) keys.add(key);
    list.push(item);
  }
  return list.length < minItems ? undefined : list;
}

/**
 * Generates an object with its required fields and some others; undefined if no value was found for a required field.
 */
export function makeObject(schema: Schema, making: Making): JsonObject | undefined {
  const fields = new Map<string, JsonValue>();
  if (schema['x-kubernetes-embedded-resource']) {
    fields.set('apiVersion', 'v1').set('kind', 'ConfigMap').set('metadata', { name: 'embedded' });
  }
  const { properties = {}, required = [], maxProperties = Infinity } = schema;
  const room = (): boolean => fields.size < maxProperties;
  for (const name of required) {
    const value = making.value(properties[name] ?? {});
    if (value === undefined) return undefined;
    fields.set(name, value);
  }
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  for (const name of optional) {
    if (room() && wanted(making, optional.length)) addField(fields, name, properties[name]!, making);
  }
  for (const name of shuffled(optional, making)) {
    if (fields.size >= (schema.minProperties ?? 0)) break;
    if (!fields.has(name)) addField(fields, name, properties[name]!, making);
  }
  addEntries(fields, schema, making);
  followRules(fields, schema, making);
  return Object.fromEntries(fields);
}

function addField(fields: Map<string, JsonValue>, name: string, schema: Schema, making: Making): void {
  const value = making.value(schema);
  if (value !== undefined) fields.set(name, value);
}

/** Adds entries of a record, and unknown fields if they are preserved. */
function addEntries(fields: Map<string, JsonValue>, schema: Schema, making: Making): void {
  const { additionalProperties = false, minProperties = 0, maxProperties = Infinity } = schema;
  const keepsUnknown = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (additionalProperties === false && !keepsUnknown) return;
  const { random } = making;
  const count = sizeWithin(minProperties - fields.size, maxProperties - fields.size, making);
  for (let added = 0, attempt = 0; added < count && attempt < 10 + 4 * count; attempt += 1) {
    const key =
      random.pick(['key', 'a', 'a-b', 'a.b', 'example.com/x', 'Key1']) + (attempt > 3 ? random.below(100) : '');
    if (fields.has(key)) continue;
    const value =
      typeof additionalProperties === 'object'
        ? making.value(additionalProperties)
        : anything(random, keepsUnknown ? 2 : 0);
    if (value === undefined) return;
    fields.set(key, value);
    added += 1;
  }
}

const rounds = 300;

/**
 * Regenerates, adds and removes fields until no rule is violated, for a limited number of steps: a step that violates
 * more rules is reverted. Removed fields are restored if the rules allow it.
 */
function followRules(fields: Map<string, JsonValue>, schema: Schema, making: Making): void {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties);
  const first = new Map(fields);
  const count = (): number => brokenRules(schema, Object.fromEntries(fields));
  /** Returns the number of violated rules after the step; without a value, the step removes the field. */
  const step = (name: string, value: JsonValue | undefined, broken: number): number => {
    const before = fields.get(name);
    put(fields, name, value);
    const now = count();
    if (now > broken) put(fields, name, before);
    return Math.min(now, broken);
  };
  let broken = count();
  for (let round = 0; broken > 0 && round < rounds && names.length > 0; round += 1) {
    if (making.steps.left <= 0) return;
    making.steps.left -= 1;
    const name = making.random.pick(names);
    const mayGo = fields.has(name) && !required.includes(name) && making.random.below(2) === 0;
    broken = step(name, mayGo ? undefined : (making.value(properties[name]!) ?? fields.get(name)), broken);
  }
  for (const [name, value] of first) if (!fields.has(name)) step(name, value, broken);
}

function put(fields: Map<string, JsonValue>, name: string, value: JsonValue | undefined): void {
  if (value === undefined) fields.delete(name);
  else fields.set(name, value);
}

function sizeWithin(least: number, most: number, making: Making): number {
  const min = Math.max(least, 0);
  if (making.fill === 'least') return min;
  if (making.fill === 'all') return Math.min(Math.max(min, 1), most);
  const extra = making.left > 0 ? making.random.below(4) : 0;
  making.left -= extra;
  return Math.min(min + extra, most);
}

/**
 * Decides whether to add an optional field: most if there are few, some if there are many, and none if the value is
 * large.
 */
function wanted(making: Making, outOf: number): boolean {
  if (making.fill !== 'some') return making.fill === 'all';
  if (making.left <= 0 || making.random.next() > Math.max(0.15, Math.min(0.6, 5 / outOf))) return false;
  making.left -= 1;
  return true;
}

function shuffled<T>(from: readonly T[], { random }: Making): readonly T[] {
  return from
    .map((each) => ({ each, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ each }) => each);
}
