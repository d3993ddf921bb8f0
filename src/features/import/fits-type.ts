import { isObject, type JsonValue } from '../../base/model/schema.js';
import type { Declaration, SourceField, SourceType } from './source.js';

/** Reports whether TypeScript accepts a JSON value as the initializer of a field of a type. */
export function fitsType(value: JsonValue, type: SourceType): boolean {
  if (value === null) return type.nullable === true;
  switch (type.is) {
    case 'plain':
      return typeof value === type.name;
    case 'scalar':
      return fitsScalar(value, type.name);
    case 'literals':
      return type.values.includes(value as string);
    case 'list':
      return Array.isArray(value) && (value as readonly JsonValue[]).every((each) => fitsType(each, type.of));
    case 'record':
      return isObject(value) && Object.values(value).every((each) => fitsType(each, type.of));
    case 'kubernetes':
      return false;
    case 'declared':
      return fitsDeclared(value, type.declaration);
    case 'union':
      return type.members.some((each) => fitsDeclared(value, each));
  }
}

function fitsDeclared(value: JsonValue, { body }: Declaration): boolean {
  return body.is === 'alias' ? fitsType(value, body.type) : fitsFields(value, body.fields);
}

const numbers: ReadonlySet<string> = new Set(['Int32', 'Int64', 'Integer', 'JsonNumber', 'Double']);

function fitsScalar(value: JsonValue, name: string): boolean {
  if (name === 'Json') return true;
  if (name === 'RawExtension') return isObject(value);
  if (name === 'IntOrString' || name === 'Quantity') return typeof value === 'string' || typeof value === 'number';
  return typeof value === (numbers.has(name) ? 'number' : 'string');
}

/** Reports whether an object has all required fields, and no unknown ones. */
function fitsFields(value: JsonValue, fields: readonly SourceField[]): boolean {
  if (!isObject(value)) return false;
  const isWhole = fields.every(({ name, optional }) => optional || Object.hasOwn(value, name));
  return isWhole && Object.entries(value).every(([name, each]) => fitsField(each, name, fields));
}

function fitsField(value: JsonValue, name: string, fields: readonly SourceField[]): boolean {
  const field = fields.find((each) => each.name === name);
  return field !== undefined && fitsType(value, field.type);
}
