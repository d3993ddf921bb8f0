import type { Position } from './position.js';

export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';

/** A JSON value, as used in a default, an enum or an example. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * One property of an object schema. Properties are kept in a list so that no name (`__proto__`, `constructor`) is
 * special.
 */
export interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly position?: Position;
}

/** One CEL rule, with the fields of ValidationRule in CustomResourceDefinition `x-kubernetes-validations`. */
export interface Validation {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
  /** Position of the rule in the marker, or of the marker that adds it. Never emitted. */
  readonly position?: Position;
  /** Estimated cost of a rule that operator-gen writes. Never emitted. */
  readonly cost?: RuleCost;
  /** A rule with the same meaning whose cost does not depend on the size of the value. Never emitted. */
  readonly ofAnySize?: { readonly rule: string; readonly cost: RuleCost };
}

/** The API server's estimate of the cost of one evaluation of a rule. */
export interface RuleCost {
  readonly fixed: number;
  /** The cost for each entry of the map to which the rule applies. */
  readonly perEntry?: number;
  /** Whether it compares the value, so that the size of the value adds to the cost. */
  readonly compares?: boolean;
}

/** Texts about a field for the console of OLM, which replace those derived from the schema. */
export interface FieldInConsole {
  readonly displayName?: string;
  /** The `x-descriptors`: how the console shows and edits the value. */
  readonly descriptors?: readonly string[];
  /** The position among the fields; fields without one come last. */
  readonly order?: number;
  readonly hidden?: boolean;
}

/** The policy for the descriptions in a part of a schema; a number is the maximum size of each, in bytes. */
export type DescriptionPolicy = 'keep' | 'first-sentence' | 'drop' | number;

/** The number of fields that can be set in a group of optional fields. */
export interface Choice {
  readonly fields: readonly string[];
  readonly least: 0 | 1;
  readonly most: number;
}

/** The first branch of a discriminated union: the fields that it requires, and those that belong to other branches. */
export interface FirstBranch {
  readonly required: readonly string[];
  readonly excluded: readonly string[];
}

export interface ExternalDocs {
  readonly url: string;
  readonly description?: string;
}

/** A scalar of the runtime. Go and the code of an operator accept fewer of its values than the API server does. */
export type ScalarName = 'Duration' | 'IntOrString' | 'MicroTime' | 'Quantity' | 'Time';

export type ListType = 'atomic' | 'set' | 'map';
export type MapType = 'granular' | 'atomic';

/**
 * A structural OpenAPI v3 schema: the keywords of JSONSchemaProps, with short names for the `x-kubernetes-` extensions.
 * https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/
 */
export interface Schema {
  type?: SchemaType;
  format?: string;
  title?: string;
  description?: string;
  externalDocs?: ExternalDocs;
  default?: JsonValue;
  example?: JsonValue;
  enum?: readonly JsonValue[];
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: readonly Property[];
  additionalProperties?: Schema;
  minProperties?: number;
  maxProperties?: number;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  not?: Schema;
  /** Names of required fields that a raw schema lists in addition to the required properties. */
  required?: readonly string[];
  /** Values that two levels, such as a type and a field of that type, set for the same keyword. All of them apply. */
  allOf?: readonly Schema[];
  listType?: ListType;
  listMapKeys?: readonly string[];
  mapType?: MapType;
  intOrString?: boolean;
  preserveUnknownFields?: boolean;
  embeddedResource?: boolean;
  validations?: readonly Validation[];
  /** Policy for the descriptions of this schema and everything in it. Never emitted. */
  descriptions?: DescriptionPolicy;
  /** Texts for bundles for OLM. Never emitted. */
  inConsole?: FieldInConsole;
  /** Structured form of some of the validations, for code that generates valid values. Never emitted. */
  choices?: readonly Choice[];
  /** Schemas of the keys of a record, all of which apply. Never emitted: rules say the same. */
  keys?: readonly Schema[];
  firstBranch?: FirstBranch;
  /** Set if the entries of a map can be any values, which is emitted as `additionalProperties: true`. */
  anyValue?: true;
  /** The scalar of the runtime, which can accept less than the keywords say. Never emitted. */
  scalar?: ScalarName;
  /** Set if the enum is from a raw schema: it is then emitted unchanged, and rejects null. */
  rawEnum?: true;
  /**
   * Position at which each keyword was set, so that a later stage can point at the marker instead of the field. Never
   * emitted.
   */
  origins?: Readonly<Record<string, Position>>;
}

/** The fields of a schema that are not keywords, and are never emitted. */
export const notEmitted = [
  'origins',
  'descriptions',
  'inConsole',
  'choices',
  'keys',
  'firstBranch',
  'anyValue',
  'scalar',
  'rawEnum',
] as const;

/** The keywords that a marker or an initializer can set. */
export type Keyword = Exclude<keyof Schema, (typeof notEmitted)[number]>;

const extensions: Readonly<Partial<Record<Keyword, string>>> = {
  listType: 'x-kubernetes-list-type',
  listMapKeys: 'x-kubernetes-list-map-keys',
  mapType: 'x-kubernetes-map-type',
  intOrString: 'x-kubernetes-int-or-string',
  preserveUnknownFields: 'x-kubernetes-preserve-unknown-fields',
  embeddedResource: 'x-kubernetes-embedded-resource',
  validations: 'x-kubernetes-validations',
};

/** Returns the name of a keyword in a CRD. */
export function emittedName(keyword: Keyword): string {
  return extensions[keyword] ?? keyword;
}

const keywordsByExtension = new Map(Object.entries(extensions).map(([keyword, name]) => [name, keyword as Keyword]));

/** Returns the keyword with a name in a CRD. */
export function keywordNamed(emitted: string): Keyword {
  return keywordsByExtension.get(emitted) ?? (emitted as Keyword);
}

/** Reports whether a schema describes single values only, never values that contain others. */
export function isScalar({ type, intOrString }: Schema): boolean {
  return intOrString === true || (type !== undefined && type !== 'object' && type !== 'array');
}

/** Reports whether a value is a JSON object: neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the schema of a field by its name: that of the property, or else that of all entries of a map. */
export function fieldOf({ properties, additionalProperties }: Schema, name: string): Schema | undefined {
  return properties?.find((each) => each.name === name)?.schema ?? additionalProperties;
}

/**
 * Returns the sum of a number over a schema and all schemas in it, wherever they are used. A type that is used twice is
 * visited once and counted twice, because expanding such types can take practically forever.
 */
export function sumOver(
  schema: Schema,
  numberOf: (schema: Schema) => number,
  known = new Map<readonly Property[], number>(),
): number {
  const { properties, items, additionalProperties } = schema;
  let sum = numberOf(schema);
  if (properties !== undefined) {
    const counted =
      known.get(properties) ?? properties.reduce((all, each) => all + sumOver(each.schema, numberOf, known), 0);
    known.set(properties, counted);
    sum += counted;
  }
  if (items !== undefined) sum += sumOver(items, numberOf, known);
  return additionalProperties === undefined ? sum : sum + sumOver(additionalProperties, numberOf, known);
}
