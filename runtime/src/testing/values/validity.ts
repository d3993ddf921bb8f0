import type { Property, Schema as Constraints, SchemaType } from '../../validation/model/schema.js';
import { misfits } from '../../validation/values/fits.js';
import { brokenRules } from './rules.js';
import { fieldSchema, isObject, type JsonValue, type Schema } from './schema.js';

/**
 * Reports whether the API server would accept a value for a schema, including (`deep`) or excluding (`shallow`) its
 * content.
 */
export function isValid(schema: Schema, value: JsonValue, depth: 'deep' | 'shallow' = 'deep'): boolean {
  if (!fits(schema, value, 'value')) return false;
  // The API server checks neither branches nor rules for null.
  if (value === null) return true;
  if (!fitsJunctors(schema, value) || brokenRules(schema, value) > 0) return false;
  return depth === 'shallow' || parts(schema, value).every(([inner, each]) => isValid(inner, each));
}

/** The subject of a schema: a value, or a condition on one, which can have other fields. */
type Role = 'value' | 'branch';

function fits(schema: Schema, value: JsonValue, role: Role): boolean {
  if (value === null) return mayBeNull(schema);
  return misfits(constraintsOf(schema, role), value, [], 'shallow').length === 0;
}

/** Reports whether null is allowed. Without a type, it is an ordinary value; it is never one of an enum. */
function mayBeNull(schema: Schema): boolean {
  if (schema.enum !== undefined) return false;
  return schema.nullable === true || (schema.type === undefined && !schema['x-kubernetes-int-or-string']);
}

function fitsBranch(schema: Schema, value: JsonValue): boolean {
  if (!fits(schema, value, 'branch')) return false;
  return (
    value === null ||
    (fitsJunctors(schema, value) && parts(schema, value).every(([inner, each]) => fitsBranch(inner, each)))
  );
}

function fitsJunctors({ allOf = [], anyOf, oneOf, not }: Schema, value: JsonValue): boolean {
  const holds = (each: Schema): boolean => fitsBranch(each, value);
  return (
    allOf.every(holds) &&
    (anyOf === undefined || anyOf.some(holds)) &&
    (oneOf === undefined || oneOf.filter(holds).length === 1) &&
    (not === undefined || !holds(not))
  );
}

/** Returns the items or fields of a value that have a schema. */
function parts(schema: Schema, value: JsonValue): readonly (readonly [Schema, JsonValue])[] {
  const { items } = schema;
  if (Array.isArray(value)) return items === undefined ? [] : value.map((each) => [items, each]);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const inner = fieldSchema(schema, name);
    return typeof inner === 'boolean' ? [] : [[inner, each] as const];
  });
}

const known: Readonly<Record<Role, WeakMap<Schema, Constraints>>> = { value: new WeakMap(), branch: new WeakMap() };

/** Returns the constraints of a schema on a value itself, and not on its content, as the validation reads them. */
function constraintsOf(schema: Schema, role: Role): Constraints {
  const constraints = known[role].get(schema) ?? readConstraints(schema, role);
  known[role].set(schema, constraints);
  return constraints;
}

function readConstraints({ type, items, additionalProperties = false, ...schema }: Schema, role: Role): Constraints {
  const { properties: _, allOf: __, anyOf: ___, oneOf: ____, not: _____, ...keywords } = schema;
  const listType = schema['x-kubernetes-list-type'];
  return {
    ...keywords,
    ...(type !== undefined && { type: type as SchemaType }),
    ...(items && { items: { properties: propertiesOf(items) } }),
    ...(additionalProperties !== false && { additionalProperties: {} }),
    ...(listType !== undefined && { listType: listType as 'atomic' }),
    properties: propertiesOf(schema),
    listMapKeys: schema['x-kubernetes-list-map-keys'] ?? [],
    intOrString: schema['x-kubernetes-int-or-string'] === true,
    embeddedResource: schema['x-kubernetes-embedded-resource'] === true,
    preserveUnknownFields: role === 'branch' || schema['x-kubernetes-preserve-unknown-fields'] === true,
  };
}

function propertiesOf({ properties = {}, required = [] }: Schema): readonly Property[] {
  return Object.entries(properties).map(([name, { default: value }]) => ({
    name,
    required: required.includes(name),
    schema: value === undefined ? {} : { default: value },
  }));
}
