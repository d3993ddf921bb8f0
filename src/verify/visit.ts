import {
  diagnostic,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticParameters,
} from '../diagnostics/diagnostic.js';
import type { Position } from '../model/position.js';
import type { Keyword, Property, Schema } from '../model/schema.js';

/** A schema on its way through the tree, with what a problem is called and where it is. */
export interface Visit {
  readonly schema: Schema;
  /** Path of the field from the kind: `WebServer.spec.replicas`. */
  readonly field: string;
  readonly position: Position;
}

/** What one rule finds wrong with one schema, without looking below it. */
export type Rule = (visit: Visit) => Iterable<Diagnostic>;

/** Every schema of a tree, from the top. A type that is reached twice is visited once. */
export function* visits(visit: Visit, seen = new Set<readonly Property[]>()): Generator<Visit> {
  yield visit;
  const { schema, field, position } = visit;
  const { properties = [] } = schema;
  if (!seen.has(properties)) {
    seen.add(properties);
    for (const property of properties) {
      const inner = { schema: property.schema, field: `${field}.${property.name}` };
      yield* visits({ ...inner, position: property.position ?? position }, seen);
    }
  }
  if (schema.items) yield* visits({ schema: schema.items, field: `${field}[]`, position }, seen);
  if (schema.additionalProperties) {
    yield* visits({ schema: schema.additionalProperties, field: `${field}[*]`, position }, seen);
  }
}

/** A problem with a keyword: it points at where the keyword was said, or else at the field. */
export function problem<C extends DiagnosticCode>(
  code: C,
  { schema, position }: Visit,
  keyword: Keyword,
  parameters: DiagnosticParameters<C>,
): Diagnostic {
  return diagnostic(code, parameters, schema.origins?.[keyword] ?? position);
}
