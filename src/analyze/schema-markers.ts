import type { SchemaMarker, SchemaTarget } from '../markers/marker.js';
import type { Keyword, Schema } from '../model/schema.js';
import type { Position } from '../model/position.js';
import type { Analysis } from './analysis.js';
import { readArguments, type Usage } from './arguments.js';

const targets: Readonly<Record<SchemaTarget, { readonly wanted: string; readonly fits: (schema: Schema) => boolean }>> =
  {
    number: { wanted: 'numbers', fits: ({ type }) => type === 'integer' || type === 'number' },
    string: { wanted: 'strings', fits: ({ type, intOrString }) => type === 'string' || intOrString === true },
    array: { wanted: 'lists', fits: ({ type }) => type === 'array' },
    object: { wanted: 'objects and records', fits: ({ type }) => type === 'object' },
    any: { wanted: 'any field', fits: () => true },
  };

/** Applies the markers of one declaration to its schema, in source order; what does not fit is reported. */
export function applySchemaMarkers(schema: Schema, usages: readonly Usage[], field: string, analysis: Analysis): void {
  const seen = new Set<string>();
  for (const usage of usages) {
    const { marker } = usage;
    if (marker.on !== 'schema') continue;
    if (seen.has(marker.name) && !marker.repeatable) {
      analysis.report('marker-repeated', usage.position, { marker: usage.label });
      continue;
    }
    seen.add(marker.name);
    applyOne(schema, marker, usage, field, analysis);
  }
}

function applyOne(schema: Schema, marker: SchemaMarker, usage: Usage, field: string, analysis: Analysis): void {
  const target = targets[marker.target];
  if (!target.fits(schema)) {
    const type = schema.intOrString ? 'a number or a string' : `of type ${schema.type ?? 'any'}`;
    analysis.report('marker-target', usage.position, { marker: usage.label, field, type, wanted: target.wanted });
    return;
  }
  const values = readArguments(usage, analysis);
  if (values === undefined) return;
  const before = { ...schema };
  const refusal = marker.apply(schema, values as never[]);
  if (refusal !== undefined)
    analysis.report('marker-refused', usage.position, { marker: usage.label, reason: refusal });
  else recordOrigins(schema, before, usage.position);
}

/** Remembers where each keyword that changed was said, so that a later problem with it points there. */
function recordOrigins(schema: Schema, before: Schema, position: Position): void {
  const changed = (Object.keys(schema) as Keyword[]).filter((keyword) => schema[keyword] !== before[keyword]);
  schema.origins = { ...schema.origins, ...Object.fromEntries(changed.map((keyword) => [keyword, position])) };
}
