import type { CelInput, CelList } from '@bufbuild/cel';
import { celLibrary } from './cel-library.js';
import { fieldSchema, isObject, type JsonObject, type JsonValue, type Schema } from './schema.js';

/** Lists of the types `set` and `map`, whose equality and sum ignore the order. */
const unordered = new WeakMap<CelList, 'set' | 'map'>();

/** Returns the type of a list whose order does not matter; undefined for other values. */
export function unorderedType(value: unknown): 'set' | 'map' | undefined {
  return unordered.get(value as CelList);
}

/** Returns a list of the type `set`, with these items. */
export function setOf(items: readonly CelInput[]): CelList {
  const list = celLibrary().cel.celList(items);
  unordered.set(list, 'set');
  return list;
}

/**
 * Returns a value as the API server passes it to a rule: typed by its schema, and without nulls and unknown fields.
 * @throws Error if a string does not have its format
 */
export function celValue(schema: Schema, value: JsonValue): CelInput {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return textValue(schema.format, value);
  if (typeof value === 'number') return schema.type === 'number' ? value : BigInt(value);
  return Array.isArray(value) ? listValue(schema, value) : mapValue(schema, value);
}

const textValues: Readonly<Record<string, (text: string) => CelInput>> = {
  byte: (text) => new Uint8Array(Buffer.from(text, 'base64')),
  date: (text) => timestamp(`${text}T00:00:00Z`),
  'date-time': timestamp,
  duration: (text) => {
    const { cel } = celLibrary();
    const found = cel.run(`duration(text)`, { text });
    if (cel.isCelError(found)) throw found;
    return found;
  },
};

function textValue(format: string | undefined, text: string): CelInput {
  return format !== undefined && Object.hasOwn(textValues, format) ? textValues[format]!(text) : text;
}

function timestamp(text: string): CelInput {
  const { protobuf, wellKnown } = celLibrary();
  return protobuf.fromJson(wellKnown.TimestampSchema, text);
}

function listValue({ items = {}, ...schema }: Schema, value: readonly JsonValue[]): CelList {
  const list = celLibrary().cel.celList(value.map((each) => celValue(items, each)));
  const type = schema['x-kubernetes-list-type'];
  if (type === 'set' || type === 'map') unordered.set(list, type);
  return list;
}

function mapValue(schema: Schema, value: JsonObject): CelInput {
  const fields = new Map<string, CelInput>();
  for (const [name, each] of Object.entries(value)) {
    const inner = fieldSchema(schema, name);
    // A rule cannot read a field without a type.
    if (typeof inner === 'boolean' || !isTyped(inner)) continue;
    if (schema.properties?.[name] !== inner) fields.set(name, celValue(inner, each));
    else if (each !== null) for (const written of namesInRules(name)) fields.set(written, celValue(inner, each));
  }
  if (schema['x-kubernetes-embedded-resource']) for (const [name, each] of ownValues(value)) fields.set(name, each);
  return fields;
}

/** Returns the fields of an embedded object that rules can read regardless of its schema. */
function ownValues({ apiVersion, kind, metadata }: JsonObject): [string, CelInput][] {
  const { name, generateName } = isObject(metadata) ? metadata : {};
  const written = Object.entries({ name, generateName }).filter(([, each]) => typeof each === 'string');
  return [
    ['apiVersion', apiVersion as string],
    ['kind', kind as string],
    ['metadata', new Map(written as [string, string][])],
  ];
}

/** Reports whether the API server gives values of a schema a type in rules. */
export function isTyped(schema: Schema): boolean {
  return schema.type !== undefined || schema['x-kubernetes-int-or-string'] === true;
}

const reserved = new Set(
  'as break const continue else for function if import let loop package namespace return'.split(' '),
);
const literals = new Set(['true', 'false', 'null', 'in']);
const escapes: Readonly<Record<string, string>> = { __: 'underscores', '.': 'dot', '-': 'dash', '/': 'slash' };

/**
 * Returns the names that rules can use for a property: escaped, and as it is where it is a reserved word of CEL. See
 * https://kubernetes.io/docs/reference/using-api/cel/#escaping
 */
export function namesInRules(property: string): readonly string[] {
  if (literals.has(property)) return [`__${property}__`];
  if (reserved.has(property)) return [`__${property}__`, property];
  return [property.replaceAll(/__|[.\-/]/g, (each) => `__${escapes[each]!}__`)];
}
