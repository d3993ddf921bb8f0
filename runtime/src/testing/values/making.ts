import type { Random } from '../random.js';
import type { JsonValue, Schema } from './schema.js';

/** How a value is made. */
export interface Making {
  readonly random: Random;
  /** Of what may be left out: nothing, some, or everything. */
  readonly fill: 'least' | 'some' | 'all';
  /** How many fields and items there may still be beyond those that there have to be, where some are. */
  left: number;
  /** A value that is valid under a schema; undefined where none was found. */
  value(schema: Schema): JsonValue | undefined;
}
