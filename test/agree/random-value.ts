import type { Draw } from './draw.js';

/** A part of a CustomResourceDefinition or of an object, as plain data. */
export type Json = any;

/** Valid texts of the formats that random schemas have. */
export const formats: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-01'],
  'date-time': ['2026-02-01T10:00:00Z'],
  duration: ['1h', '5 days'],
  byte: ['YQ=='],
  ipv4: ['10.0.0.1'],
  ipv6: ['::1'],
  cidr: ['10.0.0.0/8'],
  uuid: ['123e4567-e89b-12d3-a456-426614174000'],
  uri: ['https://example.com'],
  email: ['a@example.com'],
  hostname: ['example.com'],
  mac: ['00:00:5e:00:53:01'],
  'k8s-short-name': ['a-1'],
  'k8s-long-name': ['a.b'],
  password: ['x y'],
};

/** Texts that match the patterns of random schemas. */
export const patterns: Readonly<Record<string, readonly string[]>> = {
  '^[a-z]+$': ['abc', 'b', 'x'],
  '^a.*z$': ['az', 'a-z'],
  '\\d{2}': ['42', 'x17'],
  '^(on|off)$': ['on', 'off'],
};

const words = ['abc', 'a', 'B c', 'ü漢😀', 'on', 'never', 'x-1', '0'];
const anyValues = [null, 1, 'a', true, [], {}, { a: { b: null } }, [1, 'a'], 1.5];

/** Returns a value that a schema mostly accepts. */
export function valueOf(draw: Draw, schema: Json): Json {
  if (schema === undefined || typeof schema !== 'object') return draw.one(anyValues);
  if (schema.nullable === true && draw.chance(10)) return null;
  if (schema.default !== undefined && draw.chance(20)) return structuredClone(schema.default);
  const values = schema.enum ?? schema.allOf?.find((each: Json) => each.enum)?.enum;
  if (Array.isArray(values) && values.length > 0) return structuredClone(draw.one(values));
  if (schema['x-kubernetes-int-or-string']) return draw.one<Json>([1, '50%', 'a', 0]);
  return valuesByType[schema.type as string]?.(draw, schema) ?? structuredClone(draw.one(anyValues));
}

const valuesByType: Readonly<Record<string, (draw: Draw, schema: Json) => Json>> = {
  string: textOf,
  integer: (draw, schema) => Math.round(numberOf(draw, schema)),
  number: (draw, schema) => numberOf(draw, schema) + (schema.multipleOf === undefined && draw.chance(30) ? 0.5 : 0),
  boolean: (draw) => draw.chance(50),
  array: listOf,
  object: objectOf,
};

function textOf(draw: Draw, { format, pattern, minLength = 0, maxLength = 20 }: Json): string {
  const known = formats[format as string] ?? patterns[pattern as string];
  if (known !== undefined) return draw.one(known);
  const text = draw.one(words);
  return Array.from(text.padEnd(Math.min(Number(minLength), 100), 'x'))
    .slice(0, Math.max(0, Number(maxLength)))
    .join('');
}

function numberOf(draw: Draw, { minimum, maximum, multipleOf = 1 }: Json): number {
  const least = Number(minimum ?? (maximum === undefined ? 0 : maximum - 5));
  return (Math.ceil(least / multipleOf) + draw.upTo(2)) * multipleOf;
}

function listOf(draw: Draw, { items, minItems = 0, maxItems = 5, ...list }: Json): Json[] {
  const count = Math.min(Number(minItems) + draw.upTo(2), Number(maxItems), 10);
  const made = Array.from({ length: Math.max(0, count) }, () => valueOf(draw, items));
  const kind = list['x-kubernetes-list-type'];
  if (kind !== 'set' && kind !== 'map') return made;
  const keys: readonly string[] = Array.isArray(list['x-kubernetes-list-map-keys'])
    ? list['x-kubernetes-list-map-keys']
    : [];
  const keyOf = (each: Json): string =>
    JSON.stringify(kind === 'set' ? each : keys.map((key) => each?.[key] ?? items?.properties?.[key]?.default));
  return made.filter((each, index) => made.findIndex((other) => keyOf(other) === keyOf(each)) === index);
}

const keys = ['a', 'b', 'x-y', 'a.b/c', 'ü'];

function objectOf(draw: Draw, schema: Json): Json {
  const { properties = {}, required = [], additionalProperties } = schema;
  const made: [string, Json][] = schema['x-kubernetes-embedded-resource']
    ? [
        ['apiVersion', 'v1'],
        ['kind', 'Pod'],
        ['metadata', { name: 'a' }],
      ]
    : [];
  for (const [name, each] of Object.entries(properties)) {
    if (made.some(([known]) => known === name)) continue;
    if ((Array.isArray(required) && required.includes(name)) || draw.chance(70)) made.push([name, valueOf(draw, each)]);
  }
  if (additionalProperties !== undefined && additionalProperties !== false) {
    for (const key of keys.slice(0, draw.upTo(2))) made.push([key, valueOf(draw, additionalProperties)]);
  } else if (schema['x-kubernetes-preserve-unknown-fields'] && draw.chance(50)) {
    made.push(['more', draw.one(anyValues)]);
  }
  return Object.fromEntries(made);
}
