import type { KubernetesObject } from '../../api/object.js';
import { bodyOf } from '../values/make-object.js';
import { fieldSchema, isObject, type JsonValue, type Schema } from '../values/schema.js';
import { isValid } from '../values/validity.js';
import type { Path } from './differences.js';

/** Returns the path of a value that the type of its field does not have, or that lacks a required field. */
export function wrongType(schema: Schema, object: KubernetesObject): Path | undefined {
  const { apiVersion: _, kind: __, metadata: ___, ...body } = object;
  return wrongPart(bodyOf(schema), JSON.parse(JSON.stringify(body)) as JsonValue, []);
}

function wrongPart(schema: Schema, value: JsonValue, path: Path): Path | undefined {
  if (!isValid(typeOf(schema), value, 'shallow')) return path;
  for (const [name, each] of partsOf(value)) {
    const inner = typeof name === 'number' ? schema.items : fieldSchema(schema, name);
    const wrong = typeof inner === 'object' ? wrongPart(inner, each, [...path, name]) : undefined;
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Returns the constraints that the type of a field in the code has, too. */
function typeOf(schema: Schema): Schema {
  const { type, nullable, items, properties, required, additionalProperties } = schema;
  const isEither = schema['x-kubernetes-int-or-string'];
  return {
    ...(type !== undefined && { type }),
    ...(schema.enum && { enum: schema.enum }),
    ...(nullable !== undefined && { nullable }),
    ...(items && { items }),
    ...(properties && { properties }),
    ...(required && { required }),
    ...(additionalProperties !== undefined && { additionalProperties }),
    ...(isEither !== undefined && { 'x-kubernetes-int-or-string': isEither }),
    'x-kubernetes-preserve-unknown-fields': true,
  };
}

function partsOf(value: JsonValue): readonly (readonly [string | number, JsonValue])[] {
  if (Array.isArray(value)) return value.map((each, index) => [index, each]);
  return isObject(value) ? Object.entries(value) : [];
}

/** Maximum number of parts of a value that are replaced. */
const mostReplaced = 20;

/** Returns variants of a value, in each of which one part has another type, or a field is missing. */
export function withOtherTypes(value: JsonValue): readonly JsonValue[] {
  return pathsOf(value, [])
    .slice(0, mostReplaced)
    .flatMap((path) => [
      replacedAt(value, path, otherType(path.reduce<JsonValue>(partAt, value))),
      ...(typeof path.at(-1) === 'string' ? [replacedAt(value, path, undefined)] : []),
    ]);
}

function pathsOf(value: JsonValue, path: Path): readonly Path[] {
  return [path, ...partsOf(value).flatMap(([name, each]) => pathsOf(each, [...path, name]))];
}

function partAt(value: JsonValue, name: string | number): JsonValue {
  return (value as Record<string | number, JsonValue>)[name]!;
}

function otherType(value: JsonValue): JsonValue {
  return typeof value === 'string' ? 0 : 'a';
}

/** Returns a value in which one part is another one; without it if that is undefined. */
function replacedAt(value: JsonValue, path: Path, by: JsonValue | undefined): JsonValue {
  const [name, ...rest] = path;
  if (name === undefined) return by ?? null;
  const inner = rest.length === 0 ? by : replacedAt(partAt(value, name), rest, by);
  if (Array.isArray(value)) return value.map((each, index) => (index === name ? (inner ?? null) : each));
  const others = Object.entries(value as object).filter(([key]) => key !== name);
  return Object.fromEntries([...others, ...(inner === undefined ? [] : [[name, inner]])]) as JsonValue;
}
