import { objectAt, own, textsAt } from '../../base/model/json-at.js';
import { quantityPattern } from '../../base/model/quantity.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';
import { nullable } from './field-type.js';
import type { SourceType } from './source.js';

/**
 * How a schema is written in TypeScript: as a type that expresses some of its keywords, or as a whole in `@Schema`.
 * Keywords that belong to the place where a schema is used, such as its description, are not part of it.
 */
export type Form =
  | { readonly is: 'simple'; readonly type: SourceType; readonly said: readonly string[] }
  | { readonly is: 'list'; readonly items: JsonObject }
  | { readonly is: 'record'; readonly values: JsonObject }
  /** A class: its fields, and the properties that cannot be fields. */
  | { readonly is: 'class' }
  | { readonly is: 'raw'; readonly type: SourceType };

/** Keywords that belong to a field, not to its type. */
export const placeKeywords = ['description', 'default', 'nullable'] as const;

const intOrString: JsonValue = [{ type: 'integer' }, { type: 'string' }];

/** Returns the form of a schema. */
export function formOf(schema: JsonObject): Form {
  return (
    (schema['x-kubernetes-int-or-string'] === true ? intOrStringForm(schema) : typedForm(schema)) ?? rawForm(schema)
  );
}

function typedForm(schema: JsonObject): Form | undefined {
  switch (schema['type']) {
    case 'string':
      return literals(schema, (value) => typeof value === 'string') ?? stringForm(schema);
    case 'integer':
      return literals(schema, (value) => Number.isSafeInteger(value)) ?? integerForm(schema);
    case 'number':
      return schema['format'] === 'double' ? scalar('Double', ['type', 'format']) : scalar('JsonNumber', ['type']);
    case 'boolean':
      return (
        literals(schema, (value) => typeof value === 'boolean') ?? simple({ is: 'plain', name: 'boolean' }, ['type'])
      );
    case 'array':
      return arrayForm(schema);
    case 'object':
      return objectForm(schema);
    case undefined:
      return schema['x-kubernetes-preserve-unknown-fields'] === true
        ? scalar('Json', ['x-kubernetes-preserve-unknown-fields'])
        : undefined;
    default:
      return undefined;
  }
}

function simple(type: SourceType, said: readonly string[]): Form {
  return { is: 'simple', type, said };
}

function scalar(name: string, said: readonly string[]): Form {
  return simple({ is: 'scalar', name }, said);
}

/** Returns a union of literals for an enum. With null among the values, the schema would be different. */
function literals(schema: JsonObject, isValue: (value: JsonValue) => boolean): Form | undefined {
  const values = own(schema, 'enum');
  if (!Array.isArray(values) || values.length === 0 || schema['nullable'] === true) return undefined;
  const isLiteral = (values as readonly JsonValue[]).every(isValue) && new Set(values).size === values.length;
  if (!isLiteral || (schema['type'] === 'boolean' && values.length > 1)) return undefined;
  return simple({ is: 'literals', values: values as (string | number | boolean)[] }, ['type', 'enum']);
}

function stringForm({ format }: JsonObject): Form {
  if (format === 'date-time') return scalar('Time', ['type', 'format']);
  if (format === 'byte') return scalar('Bytes', ['type', 'format']);
  return simple({ is: 'plain', name: 'string' }, ['type']);
}

function integerForm({ format }: JsonObject): Form {
  if (format === 'int32') return scalar('Int32', ['type', 'format']);
  if (format === 'int64') return scalar('Int64', ['type', 'format']);
  return scalar('Integer', ['type']);
}

function intOrStringForm(schema: JsonObject): Form | undefined {
  const { anyOf, pattern } = schema;
  if (schema['type'] !== undefined || JSON.stringify(anyOf) !== JSON.stringify(intOrString)) return undefined;
  const said = ['anyOf', 'x-kubernetes-int-or-string'];
  return pattern === quantityPattern ? scalar('Quantity', [...said, 'pattern']) : scalar('IntOrString', said);
}

function arrayForm(schema: JsonObject): Form | undefined {
  const items = own(schema, 'items');
  return items !== undefined && isObject(items) && formOf(items).is !== 'raw' ? { is: 'list', items } : undefined;
}

function objectForm(schema: JsonObject): Form | undefined {
  const [properties, values] = [own(schema, 'properties'), own(schema, 'additionalProperties')];
  if (values !== undefined) {
    if (properties !== undefined || !isObject(values) || formOf(values).is === 'raw') return undefined;
    return { is: 'record', values };
  }
  if (properties === undefined && schema['x-kubernetes-preserve-unknown-fields'] === true && !hasRules(schema)) {
    return scalar('RawExtension', ['type', 'x-kubernetes-preserve-unknown-fields']);
  }
  const isEmpty = properties !== undefined && Object.keys(objectAt(schema, 'properties')).length === 0;
  return isEmpty || !hasOrdinaryRequired(schema) ? undefined : { is: 'class' };
}

/** Reports whether a schema has keywords that refer to properties by name, which a type without properties cannot have. */
function hasRules(schema: JsonObject): boolean {
  return schema['required'] !== undefined;
}

/** Reports whether the required properties are a list of distinct names. */
function hasOrdinaryRequired(schema: JsonObject): boolean {
  const required = own(schema, 'required');
  if (required === undefined) return true;
  const names = textsAt(schema, 'required');
  return Array.isArray(required) && required.length === names.length && new Set(names).size === names.length;
}

const json: SourceType = { is: 'scalar', name: 'Json' };
const anyObject: SourceType = { is: 'scalar', name: 'RawExtension' };

/** Returns the TypeScript type for a value whose schema no type can express. */
function rawForm(schema: JsonObject): Form {
  const { type } = schema;
  const types: Readonly<Record<string, SourceType>> = {
    string: { is: 'plain', name: 'string' },
    boolean: { is: 'plain', name: 'boolean' },
    integer: { is: 'scalar', name: 'Integer' },
    number: { is: 'scalar', name: 'JsonNumber' },
  };
  if (schema['x-kubernetes-int-or-string'] === true) return { is: 'raw', type: { is: 'scalar', name: 'IntOrString' } };
  if (type === 'array') return { is: 'raw', type: { is: 'list', of: partType(own(schema, 'items')) ?? json } };
  if (type === 'object') {
    const values = own(schema, 'properties') === undefined ? partType(own(schema, 'additionalProperties')) : undefined;
    return { is: 'raw', type: values === undefined ? anyObject : { is: 'record', of: values } };
  }
  return { is: 'raw', type: (typeof type === 'string' ? types[type] : undefined) ?? json };
}

/** Returns the TypeScript type of items or values. */
function partType(schema: JsonValue | undefined): SourceType | undefined {
  return schema !== undefined && isObject(schema) ? nullable(typeOfForm(formOf(schema)), schema) : undefined;
}

function typeOfForm(form: Form): SourceType {
  switch (form.is) {
    case 'simple':
    case 'raw':
      return form.type;
    case 'list':
      return { is: 'list', of: partType(form.items) ?? json };
    case 'record':
      return { is: 'record', of: partType(form.values) ?? json };
    case 'class':
      return anyObject;
  }
}

/** Returns the keywords of a schema that its form does not express. */
export function unsaidKeywords(schema: JsonObject, form: Form): JsonObject {
  const said: ReadonlySet<string> = new Set([...placeKeywords, ...saidBy(form)]);
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !said.has(keyword)));
}

function saidBy(form: Form): readonly string[] {
  switch (form.is) {
    case 'simple':
      return form.said;
    case 'list':
      return ['type', 'items'];
    case 'record':
      return ['type', 'additionalProperties'];
    case 'class':
      return ['type', 'properties', 'required'];
    case 'raw':
      return [];
  }
}
