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

export type ListType = 'atomic' | 'set' | 'map';
export type MapType = 'granular' | 'atomic';

/**
 * A structural OpenAPI v3 schema: the keywords of JSONSchemaProps, with the `x-kubernetes-` extensions under their own
 * short names. https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/
 */
export interface Schema {
  type?: SchemaType;
  format?: string;
  description?: string;
  default?: JsonValue;
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
  listType?: ListType;
  listMapKeys?: readonly string[];
  mapType?: MapType;
  intOrString?: boolean;
  preserveUnknownFields?: boolean;
  embeddedResource?: boolean;
  /** Where each keyword was said, so that a later stage can point at the marker and not at the field. Never emitted. */
  origins?: Readonly<Record<string, Position>>;
}

/** The keywords that a marker or an initialiser can set. */
export type Keyword = Exclude<keyof Schema, 'origins'>;
