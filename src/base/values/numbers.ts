import type { Schema } from '../model/schema.js';

const bounds = ['minimum', 'maximum', 'multipleOf'] as const;

/** Yields the reasons why a number is invalid under a schema. */
export function* numberReasons(schema: Schema, value: number): Generator<string> {
  const misfit = rangeMisfit(schema, value);
  if (misfit !== undefined) yield `${value} ${misfit}`;
  for (const keyword of bounds) {
    const bound = schema[keyword];
    if (bound === undefined) continue;
    const misfitOfBound = boundMisfit(schema, bound);
    if (misfitOfBound !== undefined) yield `its ${keyword} ${bound} ${misfitOfBound}`;
    else if (breaks[keyword](value, isInt64(value) ? Math.trunc(bound) : bound, schema)) {
      yield `${value} ${descriptions[keyword]} ${bound}`;
    }
  }
}

/** Returns how a number exceeds the range of a schema's type and format; undefined when it does not. */
export function rangeMisfit({ type, format }: Schema, value: number): string | undefined {
  if (type !== 'integer') {
    return format === 'float' && !Number.isFinite(Math.fround(value)) ? 'does not fit a float of 32 bits' : undefined;
  }
  if (Number.isFinite(value) && !Number.isInteger(value)) return 'is not a whole number';
  const bits = format === 'int32' ? 32 : 64;
  return value < -(2 ** (bits - 1)) || value >= 2 ** (bits - 1) ? `does not fit ${bits} bits` : undefined;
}

/**
 * As `rangeMisfit`, for a bound, which the API server stores as a double and prints with rounded digits to compare it.
 */
export function boundMisfit(schema: Schema, bound: number): string | undefined {
  return rangeMisfit(schema, schema.type === 'integer' && bound === -(2 ** 63) ? -Infinity : bound);
}

/** Reports whether the API server reads a number as an integer, which it does if the number fits 64 bits. */
function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}

type Breaks = (value: number, bound: number, schema: Schema) => boolean;

/** The API server truncates the bounds of integers: 2.5 becomes 2. */
const breaks: Readonly<Record<(typeof bounds)[number], Breaks>> = {
  minimum: (value, bound, { exclusiveMinimum }) => (exclusiveMinimum ? value <= bound : value < bound),
  maximum: (value, bound, { exclusiveMaximum }) => (exclusiveMaximum ? value >= bound : value > bound),
  multipleOf: (value, bound) => (isInt64(value) ? bound <= 0 || value % bound !== 0 : !isMultiple(value, bound)),
};

const descriptions = {
  minimum: 'is below the minimum',
  maximum: 'is above the maximum',
  multipleOf: 'is not a multiple of',
};

/**
 * Reports whether a number is a multiple of another one in binary arithmetic, as in the API server: 0.3 is a multiple
 * of 0.1, and 19.99 is not a multiple of 0.01.
 */
function isMultiple(value: number, factor: number): boolean {
  const times = factor < 1 ? (1 / factor) * value : value / factor;
  const whole = Math.trunc(times);
  if (Math.abs(times) > Number.MAX_SAFE_INTEGER) return false;
  if (times === whole) return true;
  return times > 0 && whole !== 0 && (times - whole) / (times + whole) < 1e-9;
}
