import type { Random } from '../random.js';
import type { JsonValue, Schema } from './schema.js';

/** A number of steps that several values share. */
export interface Steps {
  left: number;
}

/** State of the generation of a value. */
export interface Making {
  readonly random: Random;
  /** Optional fields to generate: none, some, or all. */
  readonly fill: 'least' | 'some' | 'all';
  /** Remaining number of optional fields and items, if some are generated. */
  left: number;
  /** Remaining steps of all attempts. Without any, no value is generated. */
  readonly steps: Steps;
  /** Generates a valid value for a schema; undefined if none was found. */
  value(schema: Schema): JsonValue | undefined;
}
