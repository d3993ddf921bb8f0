import { exampleOf } from '../../../output/emit/example.js';
import { textMatching } from '../../../output/emit/example-text.js';
import { isObject, type JsonValue, type Schema } from '../../../base/model/schema.js';
import { misfits } from '../../../base/values/fits.js';
import { celName } from '../../../base/model/cel.js';
import { numbersIn, stringsIn } from './rule-text.js';

/** Maximum number of values that are tried for one field, and of characters in one of them. */
const mostValues = 24;
const mostCharacters = 1024;

/** Facts about the values that satisfy a rule. */
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

/** Returns other values for a field, the most likely first. */
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
    if (each === undefined || key.length > mostCharacters || found.has(key) || key === JSON.stringify(value)) continue;
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
  const { type, additionalProperties } = schema;
  if (schema.enum !== undefined) return schema.enum;
  if (schema.intOrString)
    return [...parsable(hints.rule, name), ...numbers(schema, hints), ...texts(name, value, hints)];
  if (type === 'string') return texts(name, value, hints);
  if (type === 'integer' || type === 'number') return numbers(schema, hints);
  if (type === 'boolean') return [true, false];
  if (type === 'array') return lists(schema, name, value, hints);
  return type === 'object' && additionalProperties ? records(additionalProperties, value, hints) : [];
}

/** Returns the numbers of a rule, those of other fields with their sum, and the bounds, each with its neighbors. */
function numbers({ minimum, maximum, type }: Schema, { numbers: literals, others }: Hints): readonly number[] {
  const amounts = others.filter((each) => typeof each === 'number');
  const sum = amounts.reduce((one, other) => one + other, 0);
  const known = [...literals, ...amounts, ...others.flatMap(sizeOf), sum, minimum ?? 0, maximum ?? 10];
  const near = [...known.flatMap((each) => [each, each + 1, each - 1]), 100, 1000];
  return type === 'number' ? [...near, 0.5] : near.map(Math.round);
}

/** Valid texts for CEL functions that parse them. */
const parsed: readonly (readonly [functions: string, texts: readonly string[]])[] = [
  ['url|isURL', ['https://example.com', 'http://example.com']],
  ['ip|isIP|containsIP', ['192.0.2.1', '2001:db8::1', '127.0.0.1']],
  ['cidr|isCIDR|containsCIDR', ['192.0.2.0/24', '2001:db8::/32']],
  ['quantity|isQuantity', ['1', '1Gi', '100m', '10Gi', '1Ti']],
  ['duration', ['1h', '1m', '1s', '24h']],
  ['timestamp', ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z']],
  ['semver|isSemver', ['1.0.0', '2.0.0']],
  ['int|double|uint', ['1', '100', '1.5']],
  ['validate', ['example', 'example.com', 'https://example.com', 'ZXhhbXBsZQ==', '2026-01-01']],
];

/** Returns texts that the functions of a rule can parse: the functions that it calls with the field, or else all functions. */
function parsable(rule: string, name: string): readonly string[] {
  const calls = (functions: string, argument: string): boolean =>
    new RegExp(`\\b(?:${functions})\\(${argument}`).test(rule);
  const ofField = parsed.filter(([functions]) => calls(functions, `[\\w.]*\\b${celName(name) ?? '\\B'}\\)`));
  return (ofField.length > 0 ? ofField : parsed.filter(([functions]) => calls(functions, ''))).flatMap(
    (each) => each[1],
  );
}

function texts(name: string, value: JsonValue | undefined, hints: Hints): readonly (string | undefined)[] {
  const { rule, texts: literals, others } = hints;
  const current = typeof value === 'string' ? value : 'example';
  return [
    ...(/matches|find/.test(rule) ? literals.flatMap((each) => [0, 4].map((extra) => textMatching(each, extra))) : []),
    ...literals,
    ...parsable(rule, name),
    ...others.filter((each) => typeof each === 'string'),
    ...sizes(hints).map((size) => current.slice(0, size).padEnd(size, 'x')),
  ];
}

/** Returns the sizes that a rule may require, the most likely first. */
function sizes({ numbers: literals, others }: Hints): readonly number[] {
  const known = [...literals, ...others.flatMap(sizeOf), ...others.filter((each) => typeof each === 'number')];
  const all = [...known.flatMap((each) => [each, each + 1, each - 1]), 1, 2, 3, 0];
  return [...new Set(all)].filter((each) => Number.isInteger(each) && each >= 0 && each <= 64);
}

function sizeOf(value: JsonValue): readonly number[] {
  if (typeof value === 'string') return [value.length];
  return typeof value === 'object' && value !== null ? [Object.keys(value).length] : [];
}

function lists({ items = {} }: Schema, name: string, value: JsonValue | undefined, hints: Hints): readonly JsonValue[] {
  const current: readonly JsonValue[] = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  const item = (index: number): JsonValue | undefined => exampleOf(items, name.replace(/(?<=.)s$/, ''), index);
  const known = [...hints.texts, ...hints.numbers, ...hints.others, ...(items.enum ?? [])].filter(
    (each) => misfits(items, each).length === 0,
  );
  const sized = sizes(hints).map((size) =>
    Array.from({ length: size }, (_, index) => current[index] ?? item(index)).filter((each) => each !== undefined),
  );
  return [...known.map((each) => [...current, each]), ...sized];
}

function records(inner: Schema, value: JsonValue | undefined, hints: Hints): readonly JsonValue[] {
  const current = Object.entries(value !== undefined && isObject(value) ? value : {});
  const example = exampleOf(inner, 'value');
  if (example === undefined) return [];
  const having = (...keys: readonly string[]): JsonValue =>
    Object.fromEntries([...current, ...keys.map((key) => [key, example] as const)]);
  const keys = [...hints.texts, ...hints.others.filter((each) => typeof each === 'string')];
  const sized = sizes(hints).map((size) => having(...Array.from({ length: size }, (_, index) => `key${index + 1}`)));
  return [...keys.map((key) => having(key)), having(...keys), ...sized, {}];
}
