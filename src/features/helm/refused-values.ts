import { LineCounter } from 'yaml';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { suggest } from '../../base/diagnostics/suggest.js';
import type { ValueSchema } from './emit/values.js';
import { asKubernetes, isYamlProblem, yamlDocument } from '../../base/text/yaml-documents.js';
import { placeOf } from '../../base/text/text.js';
import { defined } from '../../base/model/defined.js';
import type { JsonPath } from '../../base/model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';
import { positionAt, positionsIn } from '../../project/yaml-position.js';

interface Refusal {
  readonly path: JsonPath;
  readonly reason: string;
  /** The value that was probably meant. */
  readonly similar?: string | undefined;
}

/**
 * Returns what Helm rejects in the values of a chart, because of its schema or because they are not YAML.
 * @param file the path of the values, for positions
 */
export function refusedValues(file: string, text: string, schema: ValueSchema): readonly Diagnostic[] {
  const refused = (what: string, reason: string, place: Diagnostic['position'], similar?: string): Diagnostic =>
    diagnostic('chart-values-refused', { what, reason, ...defined({ similar }) }, place);
  const lines = new LineCounter();
  const document = yamlDocument(text, { ...asKubernetes, merge: true, lineCounter: lines });
  if (isYamlProblem(document)) {
    return [refused('the file', document.message, { file, ...placeOf(text, document.offset) })];
  }
  const [broken] = document.errors;
  if (broken !== undefined) {
    const reason = broken.message;
    return [refused('the file', reason, positionAt(file, lines, broken.pos[0]))];
  }
  const at = positionsIn(file, document, lines);
  return refusalsOf((document.toJS() ?? {}) as JsonValue, schema, []).map(({ path, reason, similar }) => {
    const meant = similar ?? (reason === noSuchValue ? elsewhere(schema, path) : undefined);
    return refused(path.length === 0 ? 'the file' : path.join('.'), reason, at(...path), meant);
  });
}

const noSuchValue = 'the chart has no such value';

/** Returns the only value in another section with the same last name as a path. */
function elsewhere(schema: ValueSchema, path: JsonPath): string | undefined {
  const all = pathsOf(schema, []).filter((each) => each.at(-1) === path.at(-1));
  return all.length === 1 ? all[0]!.join('.') : undefined;
}

function pathsOf({ properties = {} }: ValueSchema, path: readonly string[]): readonly (readonly string[])[] {
  return Object.entries(properties).flatMap(([key, each]) => [[...path, key], ...pathsOf(each, [...path, key])]);
}

function refusalsOf(value: JsonValue, schema: ValueSchema, path: JsonPath): readonly Refusal[] {
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  if (types !== undefined && !types.some((type) => isOfType(value, type))) {
    return [{ path, reason: `it is not of type ${types.join(' or ')}` }];
  }
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    const names = schema.enum.filter((each) => typeof each === 'string');
    const similar =
      typeof value === 'string'
        ? suggest(
            value,
            names.filter((each) => each !== ''),
          )
        : undefined;
    return [{ path, reason: `it is none of ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}`, similar }];
  }
  if (typeof value === 'number') return outOfBounds(value, schema, path);
  if (typeof value === 'string' && schema.pattern !== undefined && !new RegExp(schema.pattern).test(value)) {
    return [{ path, reason: `it does not match ${schema.pattern}` }];
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return [];
    return (value as readonly JsonValue[]).flatMap((each, index) => refusalsOf(each, items, [...path, index]));
  }
  return value !== null && isObject(value) ? refusalsInObject(value, schema, path) : [];
}

function refusalsInObject(value: JsonObject, schema: ValueSchema, path: JsonPath): readonly Refusal[] {
  const { properties = {}, additionalProperties = true, required = [] } = schema;
  const missing = required
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => ({ path, reason: `${key} is missing` }));
  const present = Object.entries(value).flatMap(([key, each]) => {
    if (Object.hasOwn(properties, key)) return refusalsOf(each, properties[key]!, [...path, key]);
    if (additionalProperties === false) {
      const similar = suggest(key, Object.keys(properties));
      return [{ path: [...path, key], reason: noSuchValue, similar: similar && [...path, similar].join('.') }];
    }
    return additionalProperties === true ? [] : refusalsOf(each, additionalProperties, [...path, key]);
  });
  // A misspelled name is reported first, because it explains a missing one.
  return [...present, ...missing];
}

function outOfBounds(value: number, { minimum, maximum }: ValueSchema, path: JsonPath): readonly Refusal[] {
  if (minimum !== undefined && value < minimum) return [{ path, reason: `it is less than ${minimum}` }];
  return maximum !== undefined && value > maximum ? [{ path, reason: `it is more than ${maximum}` }] : [];
}

function isOfType(value: JsonValue, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'object':
      return value !== null && isObject(value);
    default:
      return typeof value === type;
  }
}
