import { textAt } from '../../base/model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';
import { fitsType } from './fits-type.js';
import type { Declaration, SourceType } from './source.js';

/** Returns a type that includes null if its schema allows it. */
export function nullable(type: SourceType, schema: JsonObject): SourceType {
  return schema['nullable'] === true ? { ...type, nullable: true } : type;
}

/** Returns the description of a schema, if it has one. */
export function textOf(schema: JsonObject): string | undefined {
  return textAt(schema, 'description') || undefined;
}

/** Returns the class of which an empty object is an instance, if the object is valid only with the defaults of its fields. */
export function instanceFor(value: JsonValue, type: SourceType): Declaration | undefined {
  const isEmpty = isObject(value) && Object.keys(value).length === 0;
  const isClass = type.is === 'declared' && type.declaration.body.is === 'class';
  return isEmpty && isClass && !fitsType(value, type) ? type.declaration : undefined;
}

/** Reports whether a type has only one value. The linter rejects such a type next to an initializer. */
export function isOneLiteral(type: SourceType): boolean {
  return type.is === 'literals' && type.values.length === 1;
}

/** Returns the description of a field, unless its type has the same one. */
export function ownDescription(type: SourceType, description: JsonValue | undefined): string | undefined {
  if (typeof description !== 'string') return undefined;
  return type.is === 'declared' && type.declaration.description === description ? undefined : description;
}
