export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

/**
 * Fields of a schema in a CustomResourceDefinition that are read. See
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly JsonValue[];
  readonly default?: JsonValue;
  readonly nullable?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-validations'?: readonly Validation[];
}

/** CEL rule. */
export interface Validation {
  readonly rule: string;
  readonly optionalOldSelf?: boolean;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the schema of a field, by its name or as an entry of a record; true if any value is allowed, false if none
 * is.
 */
export function fieldSchema(schema: Schema, name: string): Schema | boolean {
  const { properties = {}, additionalProperties = false } = schema;
  if (Object.hasOwn(properties, name)) return properties[name]!;
  if (schema['x-kubernetes-preserve-unknown-fields'])
    return typeof additionalProperties === 'object' ? additionalProperties : true;
  // Any value is allowed, but an object loses all its fields.
  return additionalProperties === true ? {} : additionalProperties;
}

/** Returns the key that makes an item of a set or a map list unique; undefined if duplicate items are allowed. */
export function itemKey(schema: Schema, item: JsonValue): string | undefined {
  const keys = schema['x-kubernetes-list-map-keys'];
  if (schema['x-kubernetes-list-type'] === 'map' && isObject(item)) {
    return JSON.stringify((keys ?? []).map((key) => item[key] ?? schema.items?.properties?.[key]?.default ?? null));
  }
  return schema['x-kubernetes-list-type'] === 'set' || schema.uniqueItems ? JSON.stringify(item) : undefined;
}
