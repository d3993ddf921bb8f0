import { exampleOf } from '../../emit/example.js';
import { textMatching } from '../../emit/example-text.js';
import { isObject, type JsonObject, type JsonValue, type Schema } from '../../../base/model/schema.js';
import { misfits } from '../../../base/values/fits.js';
import { celName } from '../../../base/model/cel.js';
import { numbersIn, stringsIn } from './rule-text.js';

/** Maximum number of values of one field that are tried, and of characters in one of them. */
const mostValues = 24;
const mostCharacters = 1024;

/** Facts from a rule about the values that satisfy it. */
export interface Hints {
  readonly rule: string;
  /** Literals of the rule. */
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  /** The values of the other fields that the rule names. */
  readonly others: readonly JsonValue[];
}

export function hintsOf(rule: string, others: readonly JsonValue[]): Hints {
  return { rule, texts: stringsIn(rule), numbers: numbersIn(rule), others };
}

/** Returns other values for a field, the most probable first. */
export function otherValues(
  schema: Schema,
  name: string,
  value: JsonValue | undefined,
  hints: Hints,
): readonly JsonValue[] {
  const given: readonly (JsonValue | undefined)[] = [schema.example, schema.default, exampleOf(schema, name)];
  const found = new Map<string, JsonValue>();
  for (const each of [...(value === undefined ? given : []), ...candidates(schema, name, value, hints), ...given]) {
    const key = JSON.stringify(each);
    if (each === undefined || found.has(key) || key === JSON.stringify(value)) continue;
    if (misfits(schema, each).length === 0) found.set(key, each);
    if (found.size === mostValues) break;
  }
  return [...found.values()];
}

function candidates(
  schema: Schema,
  name: string,
  value: JsonValue | undefined,
  hints: Hints,
): readonly (JsonValue | undefined)[] {
  if (schema.enum !== undefined) return schema.enum;
  if (schema.intOrString)
    return [...parsable(hints.rule, name), ...numbers(schema, hints), '50%', ...texts(schema, name, value, hints)];
  switch (schema.type) {
    case 'string':
      return texts(schema, name, value, hints);
    case 'integer':
    case 'number':
      return numbers(schema, hints);
    case 'boolean':
      return [true, false];
    case 'array':
      return lists(schema, name, value, hints);
    case 'object':
      return schema.additionalProperties === undefined ? [] : records(schema, value, hints);
    default:
      return [];
  }
}

const plainNumbers = [0, 1, 2, 3, 5, 10, 100, 1000];

/** The numbers of a rule, those of other fields, and the bounds, each with its neighbors. */
function numbers({ minimum, maximum, type }: Schema, { numbers: literals, others }: Hints): readonly number[] {
  const amounts = others.filter((each) => typeof each === 'number');
  const starts = [...literals, ...amounts, ...others.flatMap((each) => sizeOf(each) ?? [])];
  const sum = amounts.reduce((one, other) => one + other, 0);
  const near = starts.flatMap((each) => [each, each + 1, each - 1]);
  const all = [...near, sum, sum + 1, ...[minimum, maximum].flatMap((each) => each ?? []), ...plainNumbers];
  return type === 'number' ? [...all, ...starts.map((each) => each / 2), 0.5] : all.map((each) => Math.round(each));
}

/** Valid texts for functions of CEL that parse them. */
const parsed: readonly (readonly [functions: string, texts: readonly string[]])[] = [
  ['url|isURL', ['https://example.com', 'http://example.com', 'https://example.com:8443/path']],
  ['ip|isIP|containsIP', ['192.0.2.1', '2001:db8::1', '127.0.0.1']],
  ['cidr|isCIDR|containsCIDR', ['192.0.2.0/24', '2001:db8::/32', '10.0.0.0/8']],
  ['quantity|isQuantity', ['1', '1Gi', '100m', '10Gi', '1Ti']],
  ['duration', ['1h', '1m', '1s', '24h', '100ms']],
  ['timestamp', ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z']],
  ['semver|isSemver', ['1.0.0', '2.0.0']],
  ['int|double|uint', ['1', '100', '1.5']],
  ['validate', ['example', 'example.com', 'https://example.com', 'ZXhhbXBsZQ==', '2026-01-01']],
];

/** Returns texts that the functions of a rule can parse: of those that it calls with the field, or else of all. */
function parsable(rule: string, name: string): readonly string[] {
  const calls = (functions: string, argument: string): boolean =>
    new RegExp(`\\b(?:${functions})\\(${argument}`).test(rule);
  const ofField = parsed.filter(([functions]) => calls(functions, `[\\w.]*\\b${celName(name) ?? '\\B'}\\)`));
  return (ofField.length > 0 ? ofField : parsed.filter(([functions]) => calls(functions, ''))).flatMap(
    (each) => each[1],
  );
}

/** Returns a text with a literal in the place that the functions of a rule look at. */
function placed(rule: string, text: string, literal: string): readonly string[] {
  return [
    ...(rule.includes('startsWith') ? [`${literal}${text}`] : []),
    ...(rule.includes('endsWith') ? [`${text}${literal}`] : []),
    ...(/contains|split|indexOf/.test(rule) ? [`${text}${literal}${text}`] : []),
  ];
}

function texts(
  { format }: Schema,
  name: string,
  value: JsonValue | undefined,
  hints: Hints,
): readonly (string | undefined)[] {
  const { rule, texts: literals, others } = hints;
  const current = typeof value === 'string' ? value : 'example';
  const similar = others.filter((each) => typeof each === 'string');
  const joined = [...literals, ...similar].flatMap((each) => [`${each}${current}`, `${current}${each}`]);
  const patterns = /matches|find/.test(rule) ? literals : [];
  const all = [
    ...patterns.flatMap((each) => [0, 1, 4, 16].map((extra) => textMatching(each, extra))),
    ...literals.flatMap((each) => placed(rule, current, each)),
    ...literals,
    ...literals.flatMap(neighbors),
    ...parsable(rule, name),
    ...similar.flatMap((each) => [each, ...neighbors(each)]),
    ...joined,
    ...sizes(hints).flatMap((size) => (size < 1 ? [] : [current.slice(0, size).padEnd(size, 'x')])),
    ...(format === undefined ? similar.flatMap((each) => [`${each}-1`, `a${each}`]) : []),
    ...[current.toLowerCase(), current.toUpperCase(), '', 'example', 'a'],
  ];
  return all.filter((each) => each === undefined || each.length <= mostCharacters);
}

/** Returns larger and smaller amounts, such as `2Gi` for `1Gi`. */
function neighbors(text: string): readonly string[] {
  const [, digits, unit = ''] = /^(\d{1,9})([A-Za-z]{0,3})$/.exec(text) ?? [];
  if (digits === undefined) return [];
  const amount = Number(digits);
  return [amount + 1, amount * 2, Math.max(amount - 1, 0)].map((each) => `${each}${unit}`);
}

/** Returns the sizes that a rule may want, the most probable first. */
function sizes({ numbers: literals, others }: Hints): readonly number[] {
  const known = others.flatMap((each) => sizeOf(each) ?? []);
  const amounts = others.filter((each) => typeof each === 'number');
  const all = [...literals, ...known, ...amounts].flatMap((each) => [each, each + 1, each - 1]);
  return [...new Set([...all, 1, 2, 3, 0])].filter((each) => Number.isInteger(each) && each >= 0 && each <= 64);
}

function sizeOf(value: JsonValue): number | undefined {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

function lists(schema: Schema, name: string, value: JsonValue | undefined, hints: Hints): readonly JsonValue[] {
  const current: readonly JsonValue[] = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  const item = (index: number): JsonValue | undefined =>
    schema.items && exampleOf(schema.items, name.replace(/(?<=.)s$/, ''), index);
  const sized = sizes(hints).map((size) =>
    Array.from({ length: size }, (_, index) => current[index] ?? item(index)).filter((each) => each !== undefined),
  );
  const known = schema.items?.type === 'string' ? hints.texts : schema.items?.type === 'integer' ? hints.numbers : [];
  const members = hints.others.filter((each) => schema.items !== undefined && misfits(schema.items, each).length === 0);
  const holding = [...known, ...members].map((each) => [...current, each]);
  const enumerated = (schema.items?.enum ?? []).map((each) => [...current, each]);
  return [...holding, ...sized, [...current, ...known], ...known.map((each) => [each]), ...enumerated];
}

function records(schema: Schema, value: JsonValue | undefined, hints: Hints): readonly JsonValue[] {
  const current: JsonObject = value !== undefined && isObject(value) ? value : {};
  const example = schema.additionalProperties && exampleOf(schema.additionalProperties, 'value');
  if (example === undefined) return [];
  const keys = [...hints.texts, ...hints.others.filter((each) => typeof each === 'string')].filter(
    (each) => each !== '',
  );
  const sized = sizes(hints).map(
    (size) =>
      Object.fromEntries([
        ...Object.entries(current).slice(0, size),
        ...Array.from({ length: Math.max(0, size - Object.keys(current).length) }, (_, index) => [
          `key${index + 1}`,
          example,
        ]),
      ]) as JsonValue,
  );
  const having = (...entries: readonly (readonly [string, JsonValue])[]): JsonValue => ({
    ...current,
    ...Object.fromEntries(entries),
  });
  const pairs = keys.flatMap((key) => hints.texts.filter((each) => each !== key).map((text) => having([key, text])));
  return [
    ...keys.map((key) => having([key, example])),
    having(...keys.map((key) => [key, example] as const)),
    ...pairs,
    ...sized,
  ];
}
