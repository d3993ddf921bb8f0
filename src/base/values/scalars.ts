import { isObject, type JsonValue, type ScalarName, type Schema } from '../model/schema.js';
import { goDuration } from './go-duration.js';
import type { Misfit, ValuePath } from './misfit.js';

/** A test of the values of a scalar, and a description of the valid ones. */
interface Reading {
  readonly reads: (value: JsonValue) => boolean;
  readonly wanted: string;
}

const timeOfDay = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`;
const zone = String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;
const time = new RegExp(String.raw`^\d{4}-\d{2}-\d{2}T${timeOfDay}(?:\.\d+)?${zone}$`);
const microTime = new RegExp(String.raw`^\d{4}-\d{2}-\d{2}T${timeOfDay}\.\d{6}${zone}$`);
const quantity = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?\d+)?$/;

/** The values of each scalar that Go and the runtime can read; the API server only knows strings and numbers. */
const readings: Readonly<Record<ScalarName, Reading>> = {
  Duration: {
    reads: text((value) => goDuration(value) !== undefined),
    wanted: 'a duration of Go, such as 1h30m or 500ms',
  },
  IntOrString: {
    reads: (value) => typeof value !== 'number' || (value >= -(2 ** 31) && value < 2 ** 31),
    wanted: 'a number of 32 bits or a string',
  },
  MicroTime: {
    reads: text((value) => microTime.test(value)),
    wanted: 'a time with six fractional digits, such as 2026-01-31T12:00:00.000000Z',
  },
  Quantity: { reads: text((value) => quantity.test(value)), wanted: 'a quantity, such as 500m or 1Gi' },
  Time: { reads: text((value) => time.test(value)), wanted: 'a time, such as 2026-01-31T12:00:00Z' },
};

/** Returns a test of strings; values of other types are rejected by the API server, or are numbers. */
function text(reads: (value: string) => boolean): Reading['reads'] {
  return (value) => typeof value !== 'string' || reads(value);
}

/** Returns the values that the API server accepts as a scalar of the runtime, and that cannot be read as one. */
export function* unreadableScalars(schema: Schema, value: JsonValue, path: ValuePath = []): Generator<Misfit> {
  const reading = schema.scalar && readings[schema.scalar];
  if (reading !== undefined && !reading.reads(value)) {
    yield { path, reason: `${JSON.stringify(value)} cannot be read as a ${schema.scalar}: write ${reading.wanted}` };
  }
  const { items, properties = [], additionalProperties } = schema;
  if (Array.isArray(value)) {
    if (items) for (const [index, each] of value.entries()) yield* unreadableScalars(items, each, [...path, index]);
  } else if (isObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      const inner = properties.find((property) => property.name === name)?.schema ?? additionalProperties;
      if (inner !== undefined) yield* unreadableScalars(inner, each, [...path, name]);
    }
  }
}
