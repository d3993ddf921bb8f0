import { emitSchema } from '../../src/output/emit/schema.js';
import type { Kind, KindVersion } from '../../src/base/model/kind.js';
import { isScalar, type JsonValue, type Schema, type Validation } from '../../src/base/model/schema.js';
import { several, type Draw } from './draw.js';
import { formats, patterns, valueOf, type Json } from './random-value.js';

/** The same data, which can be changed. */
export type Mutable<T> = T extends JsonValue & object
  ? any
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T;

export type MutableKind = Mutable<Kind>;
export type MutableSchema = Mutable<Schema>;

const position = { file: 'src/api/v1/thing.types.ts', line: 1, column: 1 };
const names = ['name', 'size', 'mode', 'a-b', 'x.y', 'in', 'items', 'type', '_id', 'metadata', 'é'];

type Maker = (draw: Draw, depth: number) => MutableSchema;

const scalarMakers: readonly Maker[] = [
  () => ({ type: 'string' }),
  (draw) => ({ type: 'string', maxLength: 5 + draw.upTo(20), ...(draw.chance(50) ? { minLength: draw.upTo(3) } : {}) }),
  (draw) => ({ type: 'string', format: draw.one(Object.keys(formats)) }),
  (draw) => ({ type: 'string', pattern: draw.one(Object.keys(patterns)) }),
  (draw) => ({ type: 'string', enum: several(draw, ['a', 'B c', '', 'no', '1', 'ü'], 1, 4) }),
  (draw) => ({ type: 'integer', format: draw.one(['int32', 'int64']) }),
  (draw) => ({ type: 'integer', minimum: draw.upTo(3), maximum: 5 + draw.upTo(5) }),
  (draw) => ({ type: 'integer', enum: several(draw, [0, 1, 2, 3, -1], 1, 3) }),
  (draw) => ({ type: 'integer', multipleOf: 1 + draw.upTo(3), minimum: 0 }),
  (draw) => ({ type: 'number', format: draw.one(['double', 'float']) }),
  (draw) => ({ type: 'number', minimum: 0, ...(draw.chance(50) ? { exclusiveMinimum: true } : {}) }),
  () => ({ type: 'boolean' }),
  () => ({ intOrString: true, anyOf: [{ type: 'integer' }, { type: 'string' }] }),
];

const makers: readonly Maker[] = [
  (draw, depth) => objectSchema(draw, depth),
  (draw, depth) => objectSchema(draw, depth),
  (draw, depth) => ({
    type: 'object',
    additionalProperties: anySchema(draw, depth - 1),
    ...bounds(draw, 'Properties'),
  }),
  (draw, depth) => ({ type: 'array', items: anySchema(draw, depth - 1), ...bounds(draw, 'Items') }),
  (draw) => ({ type: 'array', items: { ...scalarSchema(draw), nullable: false }, listType: 'set', maxItems: 9 }),
  (draw, depth) => mapSchema(draw, depth),
  (draw, depth) => ({ type: 'array', items: anySchema(draw, depth - 1), listType: 'atomic' }),
  () => ({ preserveUnknownFields: true }),
  () => ({ type: 'object', preserveUnknownFields: true }),
  () => ({ type: 'object', embeddedResource: true, preserveUnknownFields: true }),
];

function bounds(draw: Draw, of: 'Items' | 'Properties'): MutableSchema {
  return draw.chance(60) ? { [`min${of}`]: draw.upTo(1), [`max${of}`]: 3 + draw.upTo(4) } : {};
}

function scalarSchema(draw: Draw): MutableSchema {
  return draw.one(scalarMakers)(draw, 0);
}

function anySchema(draw: Draw, depth: number): MutableSchema {
  const made = depth <= 0 || draw.chance(55) ? scalarSchema(draw) : draw.one(makers)(draw, depth);
  if (draw.chance(8)) made.nullable = true;
  const rules = rulesOf(made);
  if (rules.length > 0 && draw.chance(25)) made.validations = several(draw, rules, 1, 2);
  return made;
}

/** Rules that compile, each with the type of schema that it is for. */
export const validRules: Readonly<Record<string, readonly Validation[]>> = {
  string: [
    { rule: 'self.size() >= 0' },
    { rule: 'self != "never"', message: 'never say never' },
    { rule: 'self == oldSelf', message: 'is immutable' },
    { rule: '!self.startsWith("x") || true', reason: 'FieldValueForbidden' },
    { rule: 'self != "a"', messageExpression: '"not " + self' },
    { rule: 'oldSelf.orValue("") != self || true', optionalOldSelf: true },
    { rule: 'self.matches("^[a-zA-Z]*$") || self.size() < 99' },
  ],
  integer: [
    { rule: 'self >= 0' },
    { rule: 'self >= oldSelf', message: 'only grows', reason: 'FieldValueInvalid' },
    { rule: 'self % 2 == 0 || self < 100', messageExpression: 'string(self)' },
  ],
  number: [{ rule: 'self >= 0.0' }, { rule: 'self == oldSelf' }],
  boolean: [{ rule: 'self || !self' }, { rule: 'self || !oldSelf', message: 'stays on' }],
  array: [{ rule: 'self.size() < 50' }, { rule: 'size(self) >= size(oldSelf)', message: 'only grows' }],
  object: [{ rule: 'self == oldSelf || true' }, { rule: 'oldSelf.hasValue() || true', optionalOldSelf: true }],
};

function rulesOf({ type, properties, maxItems, additionalProperties }: MutableSchema): readonly Validation[] {
  // What a rule reads of an unbounded list can cost too much.
  if (type === undefined || (type === 'array' && maxItems === undefined)) return [];
  if (type !== 'object') return validRules[type] ?? [];
  const named = (properties ?? []).filter(({ name, schema }) => /^(name|size|mode)$/.test(name) && isScalar(schema));
  const rules = named.flatMap(({ name }): Validation[] => [
    { rule: `!has(self.${name}) || self.${name} == self.${name}`, fieldPath: `.${name}` },
    { rule: `has(self.${name}) || true` },
    { rule: `has(self.${name})`, message: `${name} is needed`, fieldPath: `.${name}`, reason: 'FieldValueRequired' },
  ]);
  return additionalProperties === undefined ? [...rules, ...validRules['object']!] : [{ rule: 'self.size() < 9' }];
}

function objectSchema(draw: Draw, depth: number): MutableSchema {
  const properties = several(draw, names, 1, 4).map((name) => property(draw, name, anySchema(draw, depth - 1)));
  return { type: 'object', properties, ...(draw.chance(10) ? { mapType: 'atomic' } : {}) };
}

function property(draw: Draw, name: string, schema: MutableSchema) {
  const required = draw.chance(25);
  // The server does not run rules of types that it has no value for; a default must satisfy its own.
  if (!required && draw.chance(20) && schema.validations === undefined) {
    schema.default = valueOf(draw, { ...emitSchema(schema), nullable: false });
  }
  return { name, required, schema };
}

function mapSchema(draw: Draw, depth: number): MutableSchema {
  const items = objectSchema(draw, depth - 1);
  items.properties = items.properties!.filter(({ name }) => name !== 'name' && name !== 'size');
  items.properties.push({ name: 'name', required: true, schema: { type: 'string', maxLength: 9 } });
  const listMapKeys = ['name'];
  if (draw.chance(30)) {
    items.properties.push({ name: 'size', required: false, schema: { type: 'integer', default: 1 } });
    listMapKeys.push('size');
  }
  delete items.nullable;
  return { type: 'array', listType: 'map', listMapKeys, maxItems: 5, items };
}

/** Returns a kind that the API server mostly accepts. */
export function randomKind(draw: Draw, group: string): MutableKind {
  const version = randomVersion(draw, 'v1');
  const versions: MutableKind['versions'] = [version];
  if (draw.chance(25)) {
    const other: MutableKind['versions'][number] = { ...structuredClone(version), name: 'v2', storage: false };
    other.served = draw.chance(80);
    versions.push(other);
  }
  return {
    ...{ group, kind: 'Thing', plural: 'things', singular: 'thing', listKind: 'ThingList', versions },
    shortNames: draw.chance(30) ? several(draw, ['th', 'tg', 't-1'], 1, 2) : [],
    categories: draw.chance(20) ? ['all'] : [],
    scope: draw.chance(80) ? 'Namespaced' : 'Cluster',
    annotations: draw.chance(10) ? { 'example.com/a': 'Any text: ü' } : {},
    labels: draw.chance(10) ? { team: 'a' } : {},
  };
}

function randomVersion(draw: Draw, name: string): Mutable<KindVersion> {
  const spec = objectSchema(draw, 3);
  const status = objectSchema(draw, 2);
  const scale = draw.chance(25);
  if (scale) {
    spec.properties!.push({ name: 'replicas', required: false, schema: { type: 'integer', format: 'int32' } });
    status.properties!.push({ name: 'replicas', required: false, schema: { type: 'integer', format: 'int32' } });
  }
  const schema: MutableSchema = {
    type: 'object',
    properties: [
      { name: 'spec', required: draw.chance(50), schema: spec },
      { name: 'status', required: false, schema: status },
    ],
  };
  if (draw.chance(10)) schema.validations = [{ rule: 'self.metadata.name != "never"' }];
  const plain = spec.properties!.filter((each) => /^[a-z]+$/.test(each.name) && each.schema.type === 'string');
  return {
    ...{ name, served: true, storage: true, schema, position, status: draw.chance(50) },
    ...(scale ? { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } } : {}),
    ...(draw.chance(5) ? { deprecated: draw.chance(50) ? { warning: 'Use another one.' } : {} } : {}),
    printColumns: draw.chance(30) ? [columnOf(draw, spec)] : [],
    selectableFields: draw.chance(20) ? plain.slice(0, 2).map((each) => `.spec.${each.name}`) : [],
  };
}

function columnOf(draw: Draw, spec: MutableSchema): Json {
  const path = draw.one(spec.properties!).name;
  const jsonPath = /^[a-z]+$/.test(path) ? `.spec.${path}` : '.metadata.creationTimestamp';
  const type = draw.one(['string', 'integer', 'number', 'boolean', 'date']);
  return { name: 'Shown', type, jsonPath, ...(draw.chance(30) ? { priority: 1 } : {}) };
}
