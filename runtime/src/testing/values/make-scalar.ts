import type { Random } from '../random.js';
import { formatted } from './formats.js';
import { textMatching } from './pattern-text.js';
import type { JsonValue, Schema } from './schema.js';

const words = ['a', 'b c', 'x-1', '0', 'true', 'null', '{}', 'é', '中', '"', "'", '\\', '/', ' ', '\n', '*', 'Z', '%'];

/** Generates a string; each attempt generates a different one, and longer ones if a minimum length requires it. */
export function makeText(
  { format = '', pattern, minLength = 0, maxLength }: Schema,
  random: Random,
  attempt: number,
): string {
  if (pattern !== undefined) {
    const text = textMatching(pattern, random, Math.max(3, minLength) + (attempt >> 2));
    // A pattern without anchors also matches part of a longer string.
    return attempt % 3 === 2 ? text.padEnd(minLength, 'x') : text;
  }
  if (Object.hasOwn(formatted, format)) return formatted[format]!(random);
  const most = Math.min(maxLength ?? Infinity, minLength + 12);
  const length = minLength + random.below(most - minLength + 1);
  const signs: string[] = [];
  while (signs.length < length) signs.push(...Array.from(random.pick(words)));
  return signs.slice(0, length).join('');
}

/** Generates an integer or a fraction within its limits; often one of the limits. */
export function makeNumber(schema: Schema, random: Random): number {
  const [least, most] = boundsOf(schema);
  const step = schema.multipleOf ?? (schema.type === 'integer' ? 1 : 1 / 8);
  const [first, last] = [Math.ceil(least / step), Math.floor(most / step)];
  const range = Math.min(last - first, 2 ** 40);
  const near = Math.min(Math.max(0, first), last);
  const times = random.pick([
    first,
    last,
    near,
    Math.min(near + 1, last),
    Math.min(near + random.below(100), last),
    first + random.below(range + 1),
  ]);
  const value = Number((times * step).toPrecision(16));
  // JSON has no -0.
  return value === 0 ? 0 : value;
}

/** Excludes integers beyond 2^53, which cannot be represented exactly and are never sent to a webhook. */
function boundsOf({ type, format, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): [number, number] {
  const limit = format === 'int32' ? 2 ** 31 - 1 : type === 'integer' ? Number.MAX_SAFE_INTEGER : 2 ** 31;
  const gap = type === 'integer' ? 1 : 1 / 1024;
  const least = minimum === undefined ? -limit : exclusiveMinimum ? minimum + gap : minimum;
  const most = maximum === undefined ? Math.max(limit, least) : exclusiveMaximum ? maximum - gap : maximum;
  return [Math.max(least, minimum === undefined ? Math.min(-limit, most) : least), most];
}

/** Generates any JSON value, for fields that accept it. */
export function anything(random: Random, depth: number): JsonValue {
  switch (random.below(depth === 0 ? 3 : 5)) {
    case 0:
      return random.below(2) === 0;
    case 1:
      return random.below(1000) - 500;
    case 2:
      return makeText({}, random, 0);
    case 3:
      return Array.from({ length: random.below(3) }, () => anything(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(3) }, (_, at) => [`k${at}`, anything(random, depth - 1)]),
      );
  }
}
