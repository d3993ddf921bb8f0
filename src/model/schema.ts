import type { Position } from './position.js';

export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';

/** A JSON value, as it stands in a default, an enum or an example. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** One property of an object schema. Kept in a list, so that no name (`__proto__`, `constructor`) is special. */
export interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly position?: Position;
}

/** One CEL rule; the fields are those of ValidationRule in CustomResourceDefinition `x-kubernetes-validations`. */
export interface Validation {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** What becomes of the descriptions in a part of a schema. */
export type DescriptionPolicy = 'keep' | 'first-sentence' | 'drop';

/** How many of some optional fields may be set. */
export interface Choice {
  readonly fields: readonly string[];
  readonly least: 0 | 1;
  readonly most: number;
}

/** The first branch of a discriminated union: the fields that it needs, and those that belong to others. */
export interface FirstBranch {
  readonly required: readonly string[];
  readonly excluded: readonly string[];
}

export interface ExternalDocs {
  readonly url: string;
  readonly description?: string;
}

export type ListType = 'atomic' | 'set' | 'map';
export type MapType = 'granular' | 'atomic';

/**
 * A structural OpenAPI v3 schema: the keywords of JSONSchemaProps, with the `x-kubernetes-` extensions under their own
 * short names. https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/
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
  /** What two levels say of one keyword, such as a type and a field that has it: both hold. */
  allOf?: readonly Schema[];
  listType?: ListType;
  listMapKeys?: readonly string[];
  mapType?: MapType;
  intOrString?: boolean;
  preserveUnknownFields?: boolean;
  embeddedResource?: boolean;
  validations?: readonly Validation[];
  /** What becomes of the descriptions here and below. Never emitted. */
  descriptions?: DescriptionPolicy;
  /** What some of the validations mean, for those who make a value that is valid. Never emitted. */
  choices?: readonly Choice[];
  firstBranch?: FirstBranch;
  /** Where each keyword was said, so that a later stage can point at the marker and not at the field. Never emitted. */
  origins?: Readonly<Record<string, Position>>;
}

/** The keywords that a marker or an initializer can set. */
export type Keyword = Exclude<keyof Schema, 'origins' | 'descriptions' | 'choices' | 'firstBranch'>;

/** Whether a schema is of single values, and of none that holds others. */
export function isScalar({ type, intOrString }: Schema): boolean {
  return intOrString === true || (type !== undefined && type !== 'object' && type !== 'array');
}

/** The schema of a field by its name: one that is named, or else what every entry of a record has. */
export function fieldOf({ properties, additionalProperties }: Schema, name: string): Schema | undefined {
  return properties?.find((each) => each.name === name)?.schema ?? additionalProperties;
}

/**
 * The sum of a number over a schema and all schemas in it, wherever they are used. A type that is used twice is looked
 * through once and added twice: written out, such types can be more than a lifetime is long.
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
