import { LineCounter } from 'yaml';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { ValueSchema } from '../emit/helm/values.js';
import { asKubernetes, isYamlProblem, yamlDocument } from '../merge/yaml-documents.js';
import { placeOf } from '../merge/text.js';
import type { JsonPath } from '../model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../model/schema.js';
import { positionAt, positionsIn } from '../project/yaml-position.js';

interface Refusal {
  readonly path: JsonPath;
  readonly reason: string;
}

/**
 * Returns what Helm refuses in the values of a chart, because of its schema or because they are not YAML.
 * @param file the path of the values, for positions
 */
export function refusedValues(file: string, text: string, schema: ValueSchema): readonly Diagnostic[] {
  const refused = (what: string, reason: string, place: Diagnostic['position']): Diagnostic =>
    diagnostic('chart-values-refused', { what, reason }, place);
  const lines = new LineCounter();
  const document = yamlDocument(text, { ...asKubernetes, merge: true, lineCounter: lines });
  if (isYamlProblem(document)) {
    return [refused('the file', document.message, { file, ...placeOf(text, document.offset) })];
  }
  const [broken] = document.errors;
  if (broken !== undefined) {
    const reason = broken.message.replace(/(?: at line \d+, column \d+:)?\n[^]*/, '');
    return [refused('the file', reason, positionAt(file, lines, broken.pos[0]))];
  }
  const at = positionsIn(file, document, lines);
  return refusalsOf((document.toJS() ?? {}) as JsonValue, schema, []).map(({ path, reason }) =>
    refused(path.length === 0 ? 'the file' : path.join('.'), reason, at(...path)),
  );
}

function refusalsOf(value: JsonValue, schema: ValueSchema, path: JsonPath): readonly Refusal[] {
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  if (types !== undefined && !types.some((type) => isOfType(value, type))) {
    return [{ path, reason: `it is not of type ${types.join(' or ')}` }];
  }
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    return [{ path, reason: `it is none of ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}` }];
  }
  if (typeof value === 'number') return outOfBounds(value, schema, path);
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
    .map((key) => ({ path, reason: `the section ${key} is missing` }));
  const present = Object.entries(value).flatMap(([key, each]) => {
    if (Object.hasOwn(properties, key)) return refusalsOf(each, properties[key]!, [...path, key]);
    if (additionalProperties === false) return [{ path: [...path, key], reason: 'the chart has no such value' }];
    return additionalProperties === true ? [] : refusalsOf(each, additionalProperties, [...path, key]);
  });
  return [...missing, ...present];
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
