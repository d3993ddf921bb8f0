import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { compilePattern, misfits } from '../model/fits.js';
import type { Position } from '../model/position.js';
import type { JsonValue, Keyword, Schema } from '../model/schema.js';

/** A schema on its way through the tree, with what a problem is called and where it is. */
interface Visit {
  readonly schema: Schema;
  readonly field: string;
  readonly position: Position;
}

type Rule = (visit: Visit) => Iterable<Diagnostic>;

/** What the API server refuses, or what can never be true, in a schema and everything below it. */
export function verifySchema(visit: Visit): readonly Diagnostic[] {
  return [...rules.flatMap((rule) => [...rule(visit)]), ...[...children(visit)].flatMap(verifySchema)];
}

function* children({ schema, field, position }: Visit): Generator<Visit> {
  for (const property of schema.properties ?? []) {
    yield { schema: property.schema, field: `${field}.${property.name}`, position: property.position ?? position };
  }
  if (schema.items) yield { schema: schema.items, field: `${field}[]`, position };
  if (schema.additionalProperties) yield { schema: schema.additionalProperties, field: `${field}[*]`, position };
}

const rules: readonly Rule[] = [
  function* defaults(visit) {
    if (visit.schema.default !== undefined) yield* misfit('default-misfit', 'default', visit.schema.default, visit);
  },
  function* enums({ schema: { enum: values, ...schema }, ...visit }) {
    for (const value of values ?? []) yield* misfit('enum-misfit', 'enum', value, { ...visit, schema });
  },
  function* patterns(visit) {
    const { pattern } = visit.schema;
    if (pattern === undefined || (compilePattern(pattern) && !/\(\?(?:[=!]|<[=!])|\\[1-9]/.test(pattern))) return;
    yield diagnostic('invalid-pattern', { field: visit.field, pattern }, at(visit, 'pattern'));
  },
  function* ranges(visit) {
    const { schema } = visit;
    const pairs = [
      ['minimum', 'maximum'],
      ['minLength', 'maxLength'],
      ['minItems', 'maxItems'],
      ['minProperties', 'maxProperties'],
    ] as const;
    for (const [low, high] of pairs) {
      const [lower, upper] = [schema[low], schema[high]];
      if (lower === undefined || upper === undefined || lower <= upper) continue;
      const parameters = { field: visit.field, lower: `${low} ${lower}`, upper: `${high} ${upper}` };
      yield diagnostic('empty-range', parameters, at(visit, low));
    }
  },
  function* listMaps(visit) {
    const { listType, listMapKeys = [], items } = visit.schema;
    const { field } = visit;
    if (listType !== 'map') {
      if (listMapKeys.length > 0) yield diagnostic('list-keys-without-map', { field }, at(visit, 'listMapKeys'));
      return;
    }
    if (items?.type !== 'object') {
      yield diagnostic('list-map-items', { field }, at(visit, 'listType'));
      return;
    }
    if (listMapKeys.length === 0) yield diagnostic('list-map-without-keys', { field }, at(visit, 'listType'));
    for (const key of listMapKeys) {
      const property = items.properties?.find(({ name }) => name === key);
      const parameters = { field, key };
      if (property === undefined) yield diagnostic('list-map-key-missing', parameters, at(visit, 'listMapKeys'));
      else if (!property.required && property.schema.default === undefined) {
        yield diagnostic('list-map-key-optional', parameters, at(visit, 'listMapKeys'));
      }
    }
  },
];

function* misfit(
  code: 'default-misfit' | 'enum-misfit',
  keyword: Keyword,
  value: JsonValue,
  visit: Visit,
): Generator<Diagnostic> {
  for (const { path, reason } of misfits(visit.schema, value)) {
    const where = path === '$' ? '' : `at ${path.slice(2)}, `;
    yield diagnostic(code, { field: visit.field, reason: `${where}${reason}` }, at(visit, keyword));
  }
}

/** Where a keyword was said, or else the field. */
function at({ schema, position }: Visit, keyword: Keyword): Position {
  return schema.origins?.[keyword] ?? position;
}
