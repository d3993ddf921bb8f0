import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { suggest } from '../../base/diagnostics/suggest.js';
import { misfits } from '../../base/values/fits.js';
import { isFormatOfTexts, namesOfFormats } from '../../base/values/formats.js';
import { printPath, type Misfit } from '../../base/values/misfit.js';
import { boundMisfit } from '../../base/values/numbers.js';
import { compilePattern } from '../../base/values/pattern.js';
import { unreadableScalars } from '../../base/values/scalars.js';
import type { JsonValue, Keyword, Schema } from '../../base/model/schema.js';
import { problem, type Rule, type Visit } from './visit.js';

/** Rules for single values: defaults, enums, examples, bounds, patterns and formats. */
export const valueRules: readonly Rule[] = [
  function* defaults(visit) {
    const { default: value } = visit.schema;
    if (value === undefined) return;
    // The API server treats null as no default, whether or not the field is nullable.
    if (value === null) {
      yield problem('null-default', visit, 'default', { field: visit.field });
      return;
    }
    const found = misfits(visit.schema, value);
    const isLate = (each: Misfit): boolean => visit.inRecord === true || each.late === true;
    yield* report(
      'invalid-default',
      'default',
      visit,
      found.filter((each) => !isLate(each)),
    );
    yield* report('unusable-default', 'default', visit, [
      ...found.filter(isLate),
      ...(found.length > 0 ? [] : unreadableScalars(visit.schema, value)),
    ]);
  },
  function* examples(visit) {
    const { example } = visit.schema;
    if (example !== undefined) yield* report('invalid-example', 'example', visit, allMisfits(visit.schema, example));
  },
  function* enums({ schema: { enum: values, ...schema }, ...visit }) {
    for (const value of values ?? [])
      yield* report('invalid-enum-value', 'enum', { ...visit, schema }, allMisfits(schema, value));
  },
  function* enumTwice(visit) {
    const values = (visit.schema.enum ?? []).map((each) => JSON.stringify(each));
    const seen = new Set<string>();
    const value = values.find((each) => seen.size === seen.add(each).size);
    if (value !== undefined) yield problem('duplicate-enum-value', visit, 'enum', { field: visit.field, value });
  },
  function* patterns(visit) {
    const { pattern: text } = visit.schema;
    const pattern = text === undefined ? undefined : compilePattern(text);
    if (text === undefined || pattern === undefined || 'matches' in pattern) return;
    yield problem('invalid-pattern', visit, 'pattern', { field: visit.field, pattern: text, reason: pattern.problem });
  },
  function* formats(visit) {
    const { type, format } = visit.schema;
    if (format === undefined || isKnownFormat(visit.schema)) return;
    const known = type === 'integer' ? ['int32', 'int64'] : type === 'number' ? ['float', 'double'] : namesOfFormats();
    const isNumber = type === 'integer' || type === 'number';
    yield problem('unknown-format', visit, 'format', {
      field: visit.field,
      format,
      known,
      suggestion: suggest(format, known),
      markers: isNumber ? '@Minimum and @Maximum' : '@Pattern',
    });
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
    const { type, format } = visit.schema;
    for (const schema of [visit.schema, ...(visit.schema.allOf ?? [])]) {
      for (const keyword of ['minimum', 'maximum', 'multipleOf'] as const) {
        const bound = schema[keyword];
        const reason = bound === undefined ? undefined : boundReason({ type, format } as Schema, keyword, bound);
        if (reason === undefined) continue;
        yield problem('invalid-bound', visit, keyword, { field: visit.field, bound: `${keyword} ${bound}`, reason });
      }
    }
  },
];

function boundReason(schema: Schema, keyword: string, bound: number): string | undefined {
  if (schema.type !== 'integer' && schema.type !== 'number') return undefined;
  return keyword === 'multipleOf' && bound <= 0 ? 'is not above zero' : boundMisfit(schema, bound);
}

/** Returns the reasons why the API server rejects a value, or else why it cannot be read. */
function allMisfits(schema: Schema, value: JsonValue): readonly Misfit[] {
  const found = misfits(schema, value);
  return found.length > 0 ? found : [...unreadableScalars(schema, value)];
}

const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation
function isKnownFormat({ type, format = '', intOrString }: Schema): boolean {
  if (type === 'string' || intOrString) return isFormatOfTexts(format);
  if (type === undefined) return true;
  return type === 'integer' ? /^int(?:32|64)$/.test(format) : type === 'number' && /^(?:float|double)$/.test(format);
}

function* report(
  code: 'invalid-default' | 'unusable-default' | 'invalid-enum-value' | 'invalid-example',
  keyword: Keyword,
  visit: Visit,
  found: readonly Misfit[],
): Generator<Diagnostic> {
  for (const { path, reason } of found) {
    const where = path.length === 0 ? '' : `at ${printPath(path)}, `;
    yield problem(code, visit, keyword, { field: visit.field, reason: `${where}${reason}` });
  }
}
