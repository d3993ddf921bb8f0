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
  /** The list above whose items the API server cannot tell from those that were there before. */
  readonly list?: string | undefined;
  /** What is not about `list` was said of this schema at its first place. */
  readonly again?: boolean | undefined;
}

/** What one rule finds wrong with one schema, without looking below it. */
export type Rule = (visit: Visit) => Iterable<Diagnostic>;

/** The types that were visited, within lists of which `Visit.list` may be one and outside of them. */
interface Seen {
  readonly within: Set<readonly Property[]>;
  readonly outside: Set<readonly Property[]>;
}

/**
 * Every schema of a tree, from the top. A type that is reached twice is visited once, and once more where it is in such a
 * list for the first time.
 */
export function* visits(visit: Visit, seen: Seen = { within: new Set(), outside: new Set() }): Generator<Visit> {
  yield visit;
  const { schema, field, position, list } = visit;
  const { properties = [] } = schema;
  const again = visit.again || seen.outside.has(properties);
  if (!seen.within.has(properties) && !(again && list === undefined)) {
    seen[list === undefined ? 'outside' : 'within'].add(properties);
    for (const property of properties) {
      const inner = { schema: property.schema, field: `${field}.${property.name}` };
      yield* visits({ ...inner, position: property.position ?? position, list, again }, seen);
    }
  }
  const inner = { position, again: visit.again };
  if (schema.items) {
    const own = schema.listType === 'map' ? list : (list ?? field);
    yield* visits({ ...inner, schema: schema.items, field: `${field}[]`, list: own }, seen);
  }
  if (schema.additionalProperties) {
    yield* visits({ ...inner, schema: schema.additionalProperties, field: `${field}[*]`, list }, seen);
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
