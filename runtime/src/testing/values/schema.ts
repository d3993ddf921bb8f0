export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

/**
 * What is read of a schema, as it stands in a CustomResourceDefinition.
 * See https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
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
  readonly 'x-kubernetes-validations'?: readonly { readonly rule: string }[];
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema of a field, by its own name or as an entry of a record; true where anything may stand, false where nothing. */
export function fieldSchema(schema: Schema, name: string): Schema | boolean {
  const { properties = {}, additionalProperties = false } = schema;
  if (Object.hasOwn(properties, name)) return properties[name]!;
  if (schema['x-kubernetes-preserve-unknown-fields'])
    return typeof additionalProperties === 'object' ? additionalProperties : true;
  // Any value may stand there, and of an object none of its fields are kept.
  return additionalProperties === true ? {} : additionalProperties;
}

/** What makes an item of a list that is a set or a map unique; undefined where items may be equal. */
export function itemKey(schema: Schema, item: JsonValue): string | undefined {
  const keys = schema['x-kubernetes-list-map-keys'];
  if (schema['x-kubernetes-list-type'] === 'map' && isObject(item)) {
    return JSON.stringify((keys ?? []).map((key) => item[key] ?? schema.items?.properties?.[key]?.default ?? null));
  }
  return schema['x-kubernetes-list-type'] === 'set' || schema.uniqueItems ? JSON.stringify(item) : undefined;
}
