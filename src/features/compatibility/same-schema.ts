import { objectsAt, own, stableText, textAt } from '../../base/model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';
import type { CrdSchema } from '../../base/crd/crd.js';
import { isEqual } from '../../base/crd/equal.js';

/** Keywords that do not affect which values are valid. */
const texts: ReadonlySet<string> = new Set(['description', 'title', 'example', 'externalDocs']);

/** Values of keywords that are equivalent to their absence. */
const meaningless: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>(
  Object.entries({
    nullable: false,
    uniqueItems: false,
    exclusiveMaximum: false,
    exclusiveMinimum: false,
    minLength: 0,
    minItems: 0,
    minProperties: 0,
    format: '',
    pattern: '',
    required: [],
    allOf: [],
    anyOf: [],
    oneOf: [],
    properties: {},
    additionalProperties: false,
    'x-kubernetes-int-or-string': false,
    'x-kubernetes-preserve-unknown-fields': false,
    'x-kubernetes-embedded-resource': false,
    'x-kubernetes-list-type': 'atomic',
    'x-kubernetes-list-map-keys': [],
    'x-kubernetes-map-type': 'granular',
    'x-kubernetes-validations': [],
  }),
);

const canonical = new WeakMap<JsonObject, CrdSchema>();

/** Reports whether two schemas are equivalent: texts and order have no meaning. */
export function isSameSchema(before: CrdSchema, after: CrdSchema): boolean {
  return isEqual(before, after) || isEqual(canonicalSchema(before), canonicalSchema(after));
}

/** Returns a schema that is the same for all equivalent schemas. */
export function canonicalSchema(schema: CrdSchema): CrdSchema {
  const known = canonical.get(schema);
  if (known !== undefined) return known;
  const entries = Object.entries(withoutRepetition(schema))
    .map(([key, value]) => [key, canonicalValue(key, value)] as const)
    .filter(([key, value]) => !texts.has(key) && !isEqual(meaningless.get(key), value));
  const found = Object.fromEntries(entries);
  canonical.set(schema, found);
  return found;
}

function canonicalValue(key: string, value: JsonValue): JsonValue {
  switch (key) {
    case 'properties':
      return isObject(value) ? mapped(value) : value;
    case 'additionalProperties':
      return value === true ? {} : canonicalOf(value);
    case 'items':
    case 'not':
      return canonicalOf(value);
    case 'allOf':
    case 'anyOf':
      return distinct(sorted(value, canonicalOf));
    case 'oneOf':
      // Otherwise, values that two equivalent schemas accept would be rejected.
      return sorted(value, canonicalOf);
    case 'enum':
    case 'required':
    case 'x-kubernetes-list-map-keys':
      return distinct(sorted(value));
    case 'x-kubernetes-validations':
      return distinct(sorted(value, ruleOf));
    default:
      return value;
  }
}

function canonicalOf(value: JsonValue): JsonValue {
  return isObject(value) ? canonicalSchema(value) : value;
}

function mapped(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, each]) => [name, canonicalOf(each)]));
}

function sorted(value: JsonValue, of: (each: JsonValue) => JsonValue = (each) => each): JsonValue {
  if (!Array.isArray(value)) return value;
  return (value as readonly JsonValue[])
    .map((each) => [stableText(of(each)), of(each)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, each]) => each);
}

/** Returns a sorted list without duplicates. */
function distinct(value: JsonValue): JsonValue {
  if (!Array.isArray(value)) return value;
  const list = value as readonly JsonValue[];
  return list.filter((each, index) => index === 0 || !isEqual(each, list[index - 1]));
}

/** Returns the requirement of a rule, without its texts and its reason, which can change. */
function ruleOf(validation: JsonValue): JsonValue {
  if (!isObject(validation)) return validation;
  return { rule: textAt(validation, 'rule').trim(), optionalOldSelf: own(validation, 'optionalOldSelf') === true };
}

/** Returns a schema without parts that repeat the meaning of `x-kubernetes-int-or-string`. */
function withoutRepetition(schema: CrdSchema): CrdSchema {
  if (own(schema, 'x-kubernetes-int-or-string') !== true) return schema;
  const { anyOf, allOf, ...rest } = schema;
  return {
    ...rest,
    ...(anyOf !== undefined && !isRepetition(schema) && { anyOf }),
    ...(allOf !== undefined && { allOf: objectsAt(schema, 'allOf').filter((each) => !isRepetition(each)) }),
  };
}

/** Reports whether a schema has an `anyOf` with the types integer and string. */
function isRepetition(schema: CrdSchema): boolean {
  const types = objectsAt(schema, 'anyOf').map((each) => (Object.keys(each).length === 1 ? textAt(each, 'type') : ''));
  return [...new Set(types)].toSorted().join() === 'integer,string';
}
