import { own, textsAt } from '../../base/model/json-at.js';
import { presenceMarkerOf } from '../../language/markers/validations.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';
import { fieldsOf } from './fields.js';
import type { SourceMarker } from './source.js';

/** The JSON types of values to which a keyword applies. */
type Target = 'number' | 'string' | 'format' | 'array' | 'object' | 'any';

/** A keyword for which there is a marker with its value as the only argument. */
interface KeywordMarker {
  readonly name: string;
  readonly target: Target;
  readonly accepts?: (value: JsonValue) => boolean;
}

const isCount = (value: JsonValue): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isNumber = (value: JsonValue): boolean => typeof value === 'number';
const isText = (value: JsonValue): boolean => typeof value === 'string';
const isOneOf =
  (...values: readonly JsonValue[]) =>
  (value: JsonValue): boolean =>
    values.includes(value);

const keywordMarkers: Readonly<Record<string, KeywordMarker>> = {
  title: { name: 'Title', target: 'any', accepts: isText },
  externalDocs: { name: 'ExternalDocs', target: 'any', accepts: isDocs },
  example: { name: 'Example', target: 'any' },
  minimum: { name: 'Minimum', target: 'number', accepts: isNumber },
  maximum: { name: 'Maximum', target: 'number', accepts: isNumber },
  exclusiveMinimum: { name: 'ExclusiveMinimum', target: 'number', accepts: isOneOf(true) },
  exclusiveMaximum: { name: 'ExclusiveMaximum', target: 'number', accepts: isOneOf(true) },
  multipleOf: { name: 'MultipleOf', target: 'number', accepts: (value) => isNumber(value) && (value as number) > 0 },
  minLength: { name: 'MinLength', target: 'string', accepts: isCount },
  maxLength: { name: 'MaxLength', target: 'string', accepts: isCount },
  pattern: { name: 'Pattern', target: 'string', accepts: isText },
  format: { name: 'Format', target: 'format', accepts: isText },
  minItems: { name: 'MinItems', target: 'array', accepts: isCount },
  maxItems: { name: 'MaxItems', target: 'array', accepts: isCount },
  'x-kubernetes-list-type': { name: 'ListType', target: 'array', accepts: isOneOf('atomic', 'set', 'map') },
  minProperties: { name: 'MinProperties', target: 'object', accepts: isCount },
  maxProperties: { name: 'MaxProperties', target: 'object', accepts: isCount },
};

/** Reports whether a bound of an integer is itself an integer. */
function isExact(value: JsonValue, target: Target, { type }: JsonObject): boolean {
  return target !== 'number' || type !== 'integer' || typeof value !== 'number' || Number.isInteger(value);
}

function isDocs(value: JsonValue): boolean {
  if (!isObject(value) || typeof value['url'] !== 'string' || !URL.canParse(value['url'])) return false;
  const { url: _, description, ...others } = value;
  return Object.keys(others).length === 0 && (description === undefined || isText(description));
}

/** The markers of keywords, and the keywords without a marker. */
export interface MarkedKeywords {
  readonly markers: readonly SourceMarker[];
  readonly raw: JsonObject;
}

/** Returns the markers for the keywords of a schema that its TypeScript type does not express. */
export function markKeywords(keywords: JsonObject, schema: JsonObject): MarkedKeywords {
  const markers: SourceMarker[] = [];
  const raw: [string, JsonValue][] = [];
  for (const [keyword, value] of Object.entries(keywords).toSorted(byRank)) {
    const found = markersOf(keyword, value, schema);
    if (found === undefined) raw.push([keyword, value]);
    else markers.push(...found);
  }
  return { markers, raw: Object.fromEntries(raw) };
}

/** Sorts keywords in the order of markers: bounds first, and rules last. */
function byRank([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return rankOf(one) - rankOf(other);
}

function rankOf(keyword: string): number {
  const order = [...Object.keys(keywordMarkers), ...Object.keys(others)];
  const rank = order.indexOf(keyword);
  return rank < 0 ? order.length : rank;
}

function markersOf(keyword: string, value: JsonValue, schema: JsonObject): readonly SourceMarker[] | undefined {
  const marker = own(keywordMarkers, keyword);
  if (marker !== undefined) {
    const { name, target, accepts = () => true } = marker;
    return accepts(value) && isExact(value, target, schema) && (target === 'any' || targetsOf(schema).includes(target))
      ? [{ name, values: [value] }]
      : undefined;
  }
  return own(others, keyword)?.(value, schema);
}

const others: Readonly<Record<string, (value: JsonValue, schema: JsonObject) => readonly SourceMarker[] | undefined>> =
  {
    'x-kubernetes-list-map-keys': (value, { type }) =>
      type === 'array' && areTexts(value) ? value.map((each) => ({ name: 'ListMapKey', values: [each] })) : undefined,
    'x-kubernetes-map-type': (value, { type, additionalProperties }) =>
      type === 'object' && (value === 'atomic' || value === 'granular')
        ? [{ name: additionalProperties === undefined ? 'StructType' : 'MapType', values: [value] }]
        : undefined,
    'x-kubernetes-embedded-resource': (value, { type }) =>
      value === true && type === 'object' ? [{ name: 'EmbeddedResource', values: [] }] : undefined,
    // On lists and records, the marker applies to their items and values.
    'x-kubernetes-preserve-unknown-fields': (value, { type, additionalProperties }) =>
      value === true && type === 'object' && additionalProperties === undefined
        ? [{ name: 'PreserveUnknownFields', values: [] }]
        : undefined,
    'x-kubernetes-validations': (value, schema) =>
      Array.isArray(value) && value.length > 0 && (value as readonly JsonValue[]).every(isRule)
        ? (value as readonly JsonObject[]).map(
            (each) => choiceMarker(each, schema) ?? { name: 'XValidation', values: [each] },
          )
        : undefined,
  };

export function areTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}

const ruleFields: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  rule: isText,
  message: isText,
  messageExpression: isText,
  reason: isOneOf('FieldValueRequired', 'FieldValueInvalid', 'FieldValueForbidden', 'FieldValueDuplicate'),
  fieldPath: isText,
  optionalOldSelf: (value) => typeof value === 'boolean',
};

/** Returns the marker for a rule on the number of fields, if the marker adds exactly this rule. */
function choiceMarker({ rule, message, ...rest }: JsonObject, schema: JsonObject): SourceMarker | undefined {
  if (typeof rule !== 'string' || typeof message !== 'string' || Object.keys(rest).length > 0) return undefined;
  const found = presenceMarkerOf(rule, message);
  const fields = new Map(fieldsOf(schema, false));
  const required = textsAt(schema, 'required');
  // The markers reject fields that are always set.
  const isOptional = (name: string): boolean =>
    !required.includes(name) && (fields.get(name)?.['default'] ?? null) === null && fields.has(name);
  return found !== undefined && found.fields.length > 1 && found.fields.every(isOptional)
    ? { name: found.name, values: found.fields }
    : undefined;
}

function isRule(value: JsonValue): boolean {
  if (!isObject(value) || !Object.hasOwn(value, 'rule')) return false;
  return Object.entries(value).every(([key, each]) => Object.hasOwn(ruleFields, key) && ruleFields[key]!(each));
}

function targetsOf({ type, 'x-kubernetes-int-or-string': intOrString }: JsonObject): readonly Target[] {
  if (intOrString === true) return ['string'];
  if (type === 'integer' || type === 'number') return ['number', 'format'];
  if (type === 'string') return ['string', 'format'];
  return type === 'array' || type === 'object' ? [type] : [];
}
