import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { misfits } from '../values/fits.js';
import { printPath } from '../values/misfit.js';
import { compilePattern } from '../values/pattern.js';
import type { JsonValue, Keyword, SchemaType } from '../model/schema.js';
import { problem, type Rule, type Visit } from './visit.js';

/** What can be wrong with single values: defaults, enums, examples, bounds, patterns and formats. */
export const valueRules: readonly Rule[] = [
  function* defaults(visit) {
    if (visit.schema.default !== undefined) yield* misfit('default-misfit', 'default', visit.schema.default, visit);
  },
  function* examples(visit) {
    if (visit.schema.example !== undefined) yield* misfit('example-misfit', 'example', visit.schema.example, visit);
  },
  function* enums({ schema: { enum: values, ...schema }, ...visit }) {
    for (const value of values ?? []) yield* misfit('enum-misfit', 'enum', value, { ...visit, schema });
  },
  function* enumTwice(visit) {
    const values = (visit.schema.enum ?? []).map((each) => JSON.stringify(each));
    const value = values.find((each, index) => values.indexOf(each) !== index);
    if (value !== undefined) yield problem('enum-repeated', visit, 'enum', { field: visit.field, value });
  },
  function* patterns(visit) {
    for (const schema of [visit.schema, ...(visit.schema.allOf ?? [])]) {
      if (schema.pattern === undefined) continue;
      const pattern = compilePattern(schema.pattern);
      if ('matches' in pattern) continue;
      const parameters = { field: visit.field, pattern: schema.pattern, reason: pattern.problem };
      yield problem('invalid-pattern', visit, 'pattern', parameters);
    }
  },
  function* formats(visit) {
    const { type, format } = visit.schema;
    if (type === undefined || format === undefined || knownFormats[type]?.has(format)) return;
    yield problem('unknown-format', visit, 'format', { field: visit.field, format });
  },
  function* ranges(visit) {
    for (const [low, high] of pairs) {
      const [lower, upper] = [visit.schema[low], visit.schema[high]];
      if (lower === undefined || upper === undefined || lower <= upper) continue;
      const parameters = { field: visit.field, lower: `${low} ${lower}`, upper: `${high} ${upper}` };
      yield problem('empty-range', visit, low, parameters);
    }
  },
  function* bounds(visit) {
    if (visit.schema.format !== 'int32') return;
    for (const schema of [visit.schema, ...(visit.schema.allOf ?? [])]) {
      for (const keyword of ['minimum', 'maximum', 'multipleOf'] as const) {
        const bound = schema[keyword];
        if (bound === undefined || (bound >= -(2 ** 31) && bound < 2 ** 31)) continue;
        yield problem('bound-misfit', visit, keyword, { field: visit.field, bound: `${keyword} ${bound}` });
      }
    }
  },
];

const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation
const knownFormats: Readonly<Partial<Record<SchemaType, ReadonlySet<string>>>> = {
  string: new Set(
    `bsonobjectid byte cidr creditcard date date-time datetime duration email hexcolor hostname ipv4 ipv6 isbn isbn10
    isbn13 k8s-long-name k8s-short-name mac password rgbcolor ssn uri uuid uuid3 uuid4 uuid5`.split(/\s+/),
  ),
  integer: new Set(['int32', 'int64']),
  number: new Set(['float', 'double']),
};

function* misfit(
  code: 'default-misfit' | 'enum-misfit' | 'example-misfit',
  keyword: Keyword,
  value: JsonValue,
  visit: Visit,
): Generator<Diagnostic> {
  for (const { path, reason } of misfits(visit.schema, value)) {
    const where = path.length === 0 ? '' : `at ${printPath(path)}, `;
    yield problem(code, visit, keyword, { field: visit.field, reason: `${where}${reason}` });
  }
}
