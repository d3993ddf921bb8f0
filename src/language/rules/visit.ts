import {
  diagnostic,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticParameters,
} from '../../base/diagnostics/diagnostic.js';
import type { Position } from '../../base/model/position.js';
import type { Keyword, Property, Schema } from '../../base/model/schema.js';

/** A schema during traversal, with the name and position for problems. */
export interface Visit {
  readonly schema: Schema;
  /** Path of the field from the kind: `WebServer.spec.replicas`. */
  readonly field: string;
  readonly position: Position;
  /** Whether it is inside the values of a map, where the API server does not validate defaults. */
  readonly inRecord?: boolean;
}

/** Yields the problems that one rule finds in one schema, without descending into it. */
export type Rule = (visit: Visit) => Iterable<Diagnostic>;

/**
 * Yields every schema of a tree from the top, including those of keys; those in maps come last. A type that is reached
 * twice is visited once.
 */
export function* visits(root: Visit): Generator<Visit> {
  const seen = new Set<readonly Property[]>();
  const records: Visit[] = [];
  yield* visitsOutsideRecords(root, seen, records);
  for (const record of records) yield* visitsOutsideRecords(record, seen, records);
}

function* visitsOutsideRecords(visit: Visit, seen: Set<readonly Property[]>, records: Visit[]): Generator<Visit> {
  yield visit;
  const { schema, field, position } = visit;
  const { properties = [], items, additionalProperties, keys = [] } = schema;
  for (const key of keys) yield { ...visit, schema: key, field: `${field} (keys)` };
  if (!seen.has(properties)) {
    seen.add(properties);
    for (const { name, schema: inner, position: own = position } of properties) {
      yield* visitsOutsideRecords({ ...visit, schema: inner, field: `${field}.${name}`, position: own }, seen, records);
    }
  }
  if (items) yield* visitsOutsideRecords({ ...visit, schema: items, field: `${field}[]` }, seen, records);
  if (additionalProperties) {
    records.push({ schema: additionalProperties, field: `${field}[*]`, position, inRecord: true });
  }
}

/** Returns a problem with a keyword, at the position of the keyword or else of the field. */
export function problem<C extends DiagnosticCode>(
  code: C,
  { schema, position }: Visit,
  keyword: Keyword,
  parameters: DiagnosticParameters<C>,
): Diagnostic {
  return diagnostic(code, parameters, schema.origins?.[keyword] ?? position);
}
