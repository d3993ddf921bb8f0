import { several, type Draw } from './draw.js';
import { mutate, mutationOf, type Mutation } from './mutation.js';
import { valueOf, type Json } from './random-value.js';
import { metadataParts } from './text-mutations.js';

/** An object that is created, or to which one that exists is updated. */
export interface ObjectCase {
  /** What was done to it; empty for one that fits its schema as far as random values do. */
  readonly mutations: readonly string[];
  readonly object: Json;
  readonly old?: Json;
  /** Whether the old object is stored through a version that accepts anything, so that it may be invalid. */
  readonly unchecked?: boolean;
}

/** A part of an object, with what contains it. */
interface Part {
  readonly parent: Json;
  readonly key: string | number;
}

function partsOf(object: Json): readonly Part[] {
  return ['spec', 'status'].flatMap((name) => (name in object ? within(object, name) : []));
}

function within(parent: Json, key: string | number): readonly Part[] {
  const value = parent[key];
  const inner = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return [{ parent, key }, ...inner.flatMap((each) => within(value, Array.isArray(value) ? Number(each) : each))];
}

const onPart = mutationOf(partsOf);
const onObject = mutationOf<Json, Json>((object) =>
  partsOf(object)
    .map(({ parent, key }) => parent[key])
    .filter((each) => typeof each === 'object' && each !== null && !Array.isArray(each)),
);
const onList = mutationOf<Json, Json>((object) =>
  partsOf(object)
    .map(({ parent, key }) => parent[key])
    .filter(Array.isArray),
);
const onWhole = mutationOf<Json, Json>((object) => [object]);

const numbers: readonly Json[] = [
  0,
  -1,
  1,
  1.5,
  -0.5,
  7,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e19,
  1e300,
  raw('9223372036854775807'),
  raw('9223372036854775808'),
  raw('-9223372036854775809'),
  raw('1.0'),
  raw('1e2'),
  raw('1E400'),
  raw('-0'),
  raw('0.1e1'),
];
const texts = [
  '',
  'x',
  'never',
  'a'.repeat(300),
  'ü漢😀',
  'null',
  '2026-13-01',
  '\u0000',
  '\u2028',
  'A',
  '\ud800',
  'true',
  '1',
];
const others: readonly Json[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  { a: 1 },
  ['a', 'a'],
  { apiVersion: 'v1', kind: 'Pod', metadata: { name: 1 } },
  { apiVersion: 'v1' },
  { metadata: { labels: { a: 1 } } },
];

/** Returns what stands for a number as it is written: most of these are not what JavaScript would print. */
function raw(number: string): string {
  return `raw:${number}`;
}

/** Returns the text of an object, with its numbers as they are written. */
export function textOf(object: Json): string {
  return JSON.stringify(object).replaceAll(/"raw:([^"]*)"/g, '$1');
}

const put = ({ parent, key }: Part, value: Json): void =>
  void Object.defineProperty(parent, key, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true,
  });

/** Changes of an object of a kind. */
export const objectMutations: readonly Mutation<Json>[] = [
  onPart('object', 'a missing field', ({ parent, key }) =>
    Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key],
  ),
  onPart('object', 'null', (part) => put(part, null)),
  onPart('object', 'a number', (part, draw) => put(part, draw.one(numbers))),
  onPart('object', 'another number', (part, draw) =>
    typeof part.parent[part.key] === 'number' ? put(part, draw.one(numbers)) : false,
  ),
  onPart('object', 'a text', (part, draw) => put(part, draw.one(texts))),
  onPart('object', 'another text', (part, draw) =>
    typeof part.parent[part.key] === 'string' ? put(part, draw.one(texts)) : false,
  ),
  onPart('object', 'another type', (part, draw) => put(part, draw.one(others))),
  onObject('object', 'an unknown field', (object, draw) =>
    put(
      { parent: object, key: draw.one(['more', 'Name', '', 'a.b', '__proto__', 'ü']) },
      draw.one([...others, ...texts]),
    ),
  ),
  onObject('object', 'many fields', (object) =>
    Object.assign(
      object,
      Object.fromEntries(
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map((each) => [`k${each}`, structuredClone(Object.values(object)[0] ?? 'a')]),
      ),
    ),
  ),
  onList('object', 'a repeated item', (list) => (list.length === 0 ? false : list.push(structuredClone(list[0])))),
  onList('object', 'many items', (list) =>
    list.push(...Array.from({ length: 12 }, () => structuredClone(list[0] ?? 'a'))),
  ),
  onList('object', 'no items', (list) => list.splice(0)),
  onList('object', 'another order', (list) => list.splice(0, list.length, ...list.toReversed())),
  onWhole('object', 'metadata', ({ metadata, apiVersion }, draw) => {
    const part = structuredClone(draw.one(metadataParts));
    const [fields] = Array.isArray(part.managedFields) ? part.managedFields : [];
    if (fields !== undefined && draw.chance(50)) fields.apiVersion = apiVersion;
    Object.assign(metadata, part);
  }),
  onWhole(
    'object',
    'name',
    ({ metadata }, draw) =>
      (metadata.name = draw.one(['A', '', 'a_b', '.', 'a'.repeat(253), 'a'.repeat(254), 'a/b', 'a.b-c', 'ü', '1'])),
  ),
  onWhole('object', 'no name', ({ metadata }) => delete metadata.name),
  onWhole(
    'object',
    'a field at the top',
    (object, draw) => (object[draw.one(['more', 'data', 'spec', 'status'])] = structuredClone(draw.one(others))),
  ),
];

/** Returns objects of a version, with the updates of some. */
export function randomObjects(draw: Draw, crd: Json, version: Json, count: number): readonly ObjectCase[] {
  return Array.from({ length: count }, (_, index) => {
    const made = randomObject(draw, crd, version, index);
    if (index % 5 < 3) return { object: made, mutations: mutations(draw, made, index % 5) };
    const unchecked = index % 5 === 3;
    const old = structuredClone(made);
    if (unchecked) mutations(draw, old, 2, ofSpec);
    const object = draw.chance(70) ? structuredClone(old) : randomObject(draw, crd, version, index);
    object.metadata.name = old.metadata.name;
    const names = ['update', ...mutations(draw, object, draw.upTo(2), ofUpdates)];
    return { old, unchecked, mutations: names, object };
  });
}

const ofSpec = objectMutations.filter(({ name }) => !/name|metadata|at the top/.test(name));
const ofUpdates = objectMutations.filter(({ name }) => !/name/.test(name));

function mutations(draw: Draw, object: Json, count: number, from = objectMutations): readonly string[] {
  const names = Array.from({ length: count }, () => mutate(draw, object, from));
  return names.filter((each) => each !== undefined);
}

function randomObject(draw: Draw, { spec }: Json, version: Json, index: number): Json {
  const made = valueOf(draw, {
    ...version.schema.openAPIV3Schema,
    type: 'object',
    nullable: false,
    default: undefined,
    enum: undefined,
    allOf: undefined,
  });
  const fields = several(draw, Object.entries(made), Math.max(0, Object.keys(made).length - 1), 9);
  return {
    ...Object.fromEntries([...fields, ...Object.entries(made).filter(([name]) => name === 'spec')]),
    apiVersion: `${spec.group}/${version.name}`,
    kind: spec.names.kind,
    metadata: { name: `it-${index}`, ...(spec.scope === 'Namespaced' ? { namespace: 'default' } : {}) },
  };
}
