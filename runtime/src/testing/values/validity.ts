import { isOwnField } from './prune.js';
import { brokenRules } from './rules.js';
import { regExpOf } from './pattern.js';
import { fieldSchema, isObject, itemKey, type JsonObject, type JsonValue, type Schema } from './schema.js';

/**
 * Reports whether the API server would accept a value for a schema, including (`deep`) or excluding (`shallow`) its
 * content.
 */
export function isValid(schema: Schema, value: JsonValue, depth: 'deep' | 'shallow' = 'deep'): boolean {
  if (value === null) return schema.nullable === true && [schema, ...(schema.allOf ?? [])].every(mayBeNull);
  if (!isOfType(schema, value) || !isWithin(schema, value) || !fitsJunctors(schema, value)) return false;
  if (brokenRules(schema, value) > 0) return false;
  if (depth === 'shallow') return true;
  if (Array.isArray(value)) return schema.items === undefined || value.every((each) => isValid(schema.items!, each));
  if (!isObject(value)) return true;
  return Object.entries(value).every(([name, each]) => {
    const inner = fieldSchema(schema, name);
    return typeof inner === 'boolean' ? inner || isOwnField(schema, name) : isValid(inner, each);
  });
}

/** Reports whether null is allowed: the API server checks it against the values of an enum. */
function mayBeNull({ enum: values }: Schema): boolean {
  return values?.includes(null) ?? true;
}

function isOfType(schema: Schema, value: JsonValue): boolean {
  if (schema['x-kubernetes-int-or-string']) return typeof value === 'string' || Number.isInteger(value);
  switch (schema.type) {
    case undefined:
      return true;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === schema.type;
  }
}

/** Checks the validations that are allowed without a type, such as those of junctors. */
function isWithin(schema: Schema, value: JsonValue): boolean {
  if (schema.enum && !schema.enum.some((each) => JSON.stringify(each) === JSON.stringify(value))) return false;
  switch (typeof value) {
    case 'number':
      return isNumberWithin(schema, value);
    case 'string':
      return (
        isBetween(Array.from(value).length, schema.minLength, schema.maxLength) &&
        (schema.pattern === undefined || (regExpOf(schema.pattern)?.test(value) ?? true))
      );
    case 'object':
      if (Array.isArray(value)) return isListWithin(schema, value);
      return isObject(value) && isObjectWithin(schema, value);
    default:
      return true;
  }
}

function fitsJunctors(schema: Schema, value: JsonValue): boolean {
  const { allOf = [], anyOf, oneOf, not } = schema;
  const fits = (each: Schema): boolean => isOfType(each, value) && isWithin(each, value) && fitsFields(each, value);
  return (
    allOf.every(fits) &&
    (anyOf === undefined || anyOf.some(fits)) &&
    (oneOf === undefined || oneOf.filter(fits).length === 1) &&
    (not === undefined || !fits(not))
  );
}

function fitsFields({ properties = {} }: Schema, value: JsonValue): boolean {
  if (!isObject(value)) return true;
  return Object.entries(properties).every(
    ([name, each]) => !Object.hasOwn(value, name) || isWithin(each, value[name]!),
  );
}

function isNumberWithin(schema: Schema, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, multipleOf, format } = schema;
  if (schema.exclusiveMinimum ? value <= minimum : value < minimum) return false;
  if (schema.exclusiveMaximum ? value >= maximum : value > maximum) return false;
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) return false;
  return format !== 'int32' || Math.abs(value) < 2 ** 31;
}

/** Calculates in binary, as the API server does: 0.3 is a multiple of 0.1, but 19.99 is not a multiple of 0.01. */
function isMultiple(value: number, factor: number): boolean {
  return Number.isInteger(factor < 1 ? (1 / factor) * value : value / factor);
}

function isListWithin(schema: Schema, value: readonly JsonValue[]): boolean {
  if (!isBetween(value.length, schema.minItems, schema.maxItems)) return false;
  const keys = value.map((item) => itemKey(schema, item)).filter((key) => key !== undefined);
  return new Set(keys).size === keys.length;
}

function isObjectWithin(schema: Schema, value: JsonObject): boolean {
  const { required = [], properties, minProperties, maxProperties } = schema;
  if (!isBetween(Object.keys(value).length, minProperties, maxProperties)) return false;
  return required.every((name) => Object.hasOwn(value, name) || properties?.[name]?.default !== undefined);
}

function isBetween(size: number, least = 0, most = Infinity): boolean {
  return size >= least && size <= most;
}
