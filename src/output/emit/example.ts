import { mostSampleCharacters, mostSampleParts } from '../../base/model/limits.js';
import type { JsonValue, Property, Schema } from '../../base/model/schema.js';
import { misfits } from '../../base/values/fits.js';
import { textCandidates } from './text-candidates.js';

/**
 * Returns a value that is valid under a schema, as simple as the schema allows; undefined if none was found.
 * @param name the name of the field, which strings use as their content
 * @param index distinguishes the items of one list
 */
export function exampleOf(schema: Schema, name: string, index = 0): JsonValue | undefined {
  const known = examples.get(schema) ?? new Map<string, JsonValue | undefined>();
  examples.set(schema, known);
  const key = `${index} ${name}`;
  if (!known.has(key)) known.set(key, firstFitting(schema, name, index));
  return known.get(key);
}

// Each object tries its fields twice; without this cache, the work would double at each level of nesting.
const examples = new WeakMap<Schema, Map<string, JsonValue | undefined>>();

function firstFitting(schema: Schema, name: string, index: number): JsonValue | undefined {
  for (const value of candidates(schema, name, index)) {
    if (value !== undefined && sizeOf(value).isSmall && misfits(schema, value).length === 0) return value;
  }
  return undefined;
}

interface Size {
  readonly parts: number;
  readonly characters: number;
  readonly isSmall: boolean;
}

const sizes = new WeakMap<object, Size>();

/** Returns the size of a value when printed. Nested lists repeat the same items, so each item is measured once. */
function sizeOf(value: JsonValue): Size {
  if (typeof value === 'string') return sized(1, value.length);
  if (value === null || typeof value !== 'object') return sized(1, 0);
  const known = sizes.get(value);
  if (known !== undefined) return known;
  let [parts, characters] = [1, 0];
  for (const [key, each] of Object.entries(value as Readonly<Record<string, JsonValue>>)) {
    const inner = sizeOf(each);
    parts += inner.parts;
    characters += inner.characters + key.length;
  }
  const size = sized(parts, characters);
  sizes.set(value, size);
  return size;
}

function sized(parts: number, characters: number): Size {
  return { parts, characters, isSmall: parts <= mostSampleParts && characters <= mostSampleCharacters };
}

function* candidates(schema: Schema, name: string, index: number): Generator<JsonValue | undefined> {
  for (const each of branchesOf(schema)) yield* plainCandidates(each, name, index);
  if (schema.type !== 'object') return;
  yield* withFewFields(schema, index);
  for (const each of branchesOf(schema)) yield objectExample(each, index, { least: Infinity });
}

/** Maximum number of optional fields that are tried alone and in pairs. */
const mostTried = 12;

/** Yields objects with one or two optional fields, for conditions that say which fields can be set together. */
function* withFewFields(schema: Schema, index: number): Generator<JsonValue | undefined> {
  const { properties = [], oneOf, anyOf, allOf, not } = schema;
  if ((oneOf ?? anyOf ?? allOf ?? not) === undefined) return;
  const names = properties.flatMap(({ name, required }) => (required ? [] : [name])).slice(0, mostTried);
  const pairs = names.flatMap((name, at) => names.slice(at + 1).map((other) => [name, other]));
  for (const first of [...names.map((each) => [each]), ...pairs]) yield objectExample(schema, index, { first });
}

/** Maximum number of combinations of branches for which a value is made. */
const mostCombinations = 100;

/** Yields a schema, and then the schema with each combination of its branches, for which values are easier to find. */
function* branchesOf(schema: Schema): Generator<Schema> {
  yield schema;
  if (schema.intOrString) return;
  for (const branches of combinationsOf(schema)) if (branches.length > 0) yield branches.reduce(narrowed, schema);
}

/** Returns the combinations of branches that can be valid together: all of `allOf`, and one of `oneOf` and of `anyOf`. */
function combinationsOf({ oneOf, anyOf, allOf = [] }: Schema): readonly (readonly Schema[])[] {
  const groups = [...allOf.map((each) => [each]), ...[oneOf, anyOf].flatMap((each) => (each?.length ? [each] : []))];
  return groups.reduce<readonly (readonly Schema[])[]>(
    (combinations, group) => {
      const branches = group.flatMap((each) => combinationsOf(each).map((inner) => [each, ...inner]));
      return combinations.flatMap((each) => branches.map((more) => [...each, ...more])).slice(0, mostCombinations);
    },
    [[]],
  );
}

function narrowed(schema: Schema, { properties = [], required = [], ...branch }: Schema): Schema {
  const fields = (schema.properties ?? []).map((field): Property => {
    const inner = properties.find(({ name }) => name === field.name)?.schema;
    const isRequired = field.required || required.includes(field.name);
    return {
      ...field,
      required: isRequired,
      schema: inner === undefined ? field.schema : narrowed(field.schema, inner),
    };
  });
  return { ...schema, ...branch, ...(schema.properties && { properties: fields }) };
}

function* plainCandidates(schema: Schema, name: string, index: number): Generator<JsonValue | undefined> {
  yield* [...(index === 0 ? [schema.example, schema.default] : []), ...(schema.enum?.slice(index) ?? [])];
  if (schema.intOrString) {
    yield* [index + 1, ...textCandidates(schema, name, index)];
    return;
  }
  switch (schema.type) {
    case 'string':
      return yield* textCandidates(schema, name, index);
    case 'integer':
    case 'number':
      return yield* numberCandidates(schema, index);
    case 'boolean':
      return yield index > 0;
    case 'array':
      return yield arrayExample(schema, name);
    case 'object':
      yield objectExample(schema, index);
      yield objectExample(schema, index, { least: schema.minProperties ?? 0 });
      // With other values, which a condition of the object can require.
      return yield objectExample(schema, index + 1);
    default:
      // Any JSON value is valid.
      return yield {};
  }
}

const embedded: Readonly<Record<string, JsonValue>> = { apiVersion: 'v1', kind: 'ConfigMap' };

function numberCandidates(schema: Schema, index: number): number[] {
  const step = schema.multipleOf ?? 1;
  const least = schema.minimum ?? -Infinity;
  const most = schema.maximum ?? Infinity;
  const near = (value: number): number => Math.ceil(value / step) * step;
  const starts = [1, 0, least, near(least), most, near(most), (least + most) / 2];
  const moved = starts.filter(Number.isFinite).flatMap((start) => [start, start + step, start - step]);
  return [...moved, most - step, least + step].filter(Number.isFinite).map((value) => value + index * step);
}

function arrayExample(schema: Schema, name: string): JsonValue | undefined {
  const items: JsonValue[] = [];
  if ((schema.minItems ?? 0) > mostSampleParts) return undefined;
  for (let index = 0; index < (schema.minItems ?? 0); index += 1) {
    const item = schema.items === undefined ? undefined : exampleOf(schema.items, singular(name), index);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

/**
 * Returns the fields of a valid object: the required ones, those required by a union or a choice, and those of the
 * remaining fields that are wanted and compatible with these.
 */
export function fieldsToShow(schema: Schema, wanted: (field: Property) => boolean): readonly Property[] {
  const { properties = [], choices = [], firstBranch } = schema;
  const shown = new Set(firstBranch?.required);
  for (const { name, required } of properties) if (required) shown.add(name);
  const mayStand = (name: string): boolean =>
    !firstBranch?.excluded.includes(name) &&
    choices.every(
      ({ fields, most }) => !fields.includes(name) || fields.filter((each) => shown.has(each)).length < most,
    );
  for (const { fields, least } of choices) {
    const first = fields.find((name) => shown.has(name)) ?? fields.find(mayStand);
    if (least === 1 && first !== undefined) shown.add(first);
  }
  for (const property of properties) if (wanted(property) && mayStand(property.name)) shown.add(property.name);
  return properties.filter(({ name }) => shown.has(name));
}

/** Which optional fields to include. */
interface OptionalFields {
  /** Names of fields to include before all others. */
  readonly first?: readonly string[];
  /** Minimum number of fields, including required ones, if the object has as many. */
  readonly least?: number;
}

/** Returns an object with the required fields, and with some of the others, if possible. */
function objectExample(
  schema: Schema,
  index: number,
  { first = [], least = 0 }: OptionalFields = {},
): JsonValue | undefined {
  const { additionalProperties } = schema;
  const entryCount = additionalProperties === undefined ? 0 : (schema.minProperties ?? 0);
  if (entryCount > mostSampleParts) return undefined;
  // Every object has these fields, whatever the schema specifies; fields of the schema follow.
  const entries: [string, JsonValue][] = schema.embeddedResource ? Object.entries(embedded) : [];
  const needed = fieldsToShow(schema, () => false);
  const possible = fieldsToShow(schema, () => true);
  const others = possible.filter((each) => !needed.includes(each));
  const isFirst = ({ name }: Property): boolean => first.includes(name);
  const extra = new Set([...others.filter(isFirst), ...others.slice(0, Math.max(0, least - needed.length))]);
  for (const property of possible.filter((each) => needed.includes(each) || extra.has(each))) {
    const value = exampleOf(property.schema, property.name, index);
    if (value === undefined && property.required) return undefined;
    if (value !== undefined) entries.push([property.name, value]);
  }
  for (const name of schema.required ?? []) {
    // The schema of an object that preserves unknown fields can require any field.
    if (entries.some(([known]) => known === name)) continue;
    const value = exampleOf(additionalProperties ?? {}, name, index);
    if (value === undefined) return undefined;
    entries.push([name, value]);
  }
  for (let count = 0; count < entryCount; count += 1) {
    const value = exampleOf(additionalProperties!, 'value', count);
    if (value === undefined) return undefined;
    entries.push([`key${count + 1}`, value]);
  }
  return Object.fromEntries(entries);
}

function singular(name: string): string {
  return name.length > 1 && name.endsWith('s') ? name.slice(0, -1) : name;
}
