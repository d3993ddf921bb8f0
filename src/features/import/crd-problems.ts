import type { Crd } from '../../base/crd/crd.js';
import { objectAt, own } from '../../base/model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';

/** The problem of a schema that cannot be imported. */
export interface SchemaProblem {
  /** Such as `v1: spec.replicas`. */
  readonly path: string;
  /** The place in `spec` of the definition. */
  readonly at: readonly (string | number)[];
  readonly reason: string;
}

/** More deeply nested than any schema that the API server accepts within its limit for the size of an object. */
const deepest = 200;
/** Maximum number of schemas in a version: a Pod template has about 1,000. */
const mostSchemas = 100_000;

const forbidden: ReadonlySet<string> = new Set([
  ...['$ref', '$schema', 'id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies'],
]);

const types: ReadonlySet<JsonValue | undefined> = new Set([
  'string',
  'integer',
  'number',
  'boolean',
  'object',
  'array',
]);

/**
 * Returns the reasons why the schemas of a CRD are not structural, which the API server requires of
 * `apiextensions.k8s.io/v1`.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export function structuralProblems(crd: Crd, rootOf: (index: number) => JsonObject): readonly SchemaProblem[] {
  const problems = crd.versions.flatMap(({ name, index }) => {
    const root = rootOf(index);
    const at = ['versions', index, 'schema', 'openAPIV3Schema'];
    if (Object.keys(root).length === 0) return [{ path: name, at, reason: 'it has no schema' }];
    if (root['type'] !== 'object') return [{ path: name, at, reason: 'its type is not object' }];
    return [...problemsIn(root, name, at)];
  });
  return crd.keepsUnknownFields
    ? [
        { path: 'spec.preserveUnknownFields', at: ['preserveUnknownFields'], reason: 'it is true, as before v1' },
        ...problems,
      ]
    : problems;
}

/** A list of keys that shares its first keys with other lists. */
interface Place {
  readonly before: Place | undefined;
  readonly keys: readonly (string | number)[];
}

function keysOf({ before, keys }: Place): readonly (string | number)[] {
  return [...(before === undefined ? [] : keysOf(before)), ...keys];
}

interface Visit {
  readonly schema: JsonValue;
  readonly path: string;
  readonly at: Place;
  readonly depth: number;
}

function* problemsIn(root: JsonObject, version: string, start: readonly (string | number)[]): Generator<SchemaProblem> {
  const open: Visit[] = [{ schema: root, path: `${version}: `, at: { before: undefined, keys: start }, depth: 0 }];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { schema, path, at, depth } = next;
    count += 1;
    const reason = count > mostSchemas ? `it has more than ${mostSchemas} schemas` : problemOf(schema, depth);
    if (reason !== undefined) yield { path, at: keysOf(at), reason };
    if (count > mostSchemas) return;
    if (reason === undefined && isObject(schema)) open.push(...partsOf(schema, next));
  }
}

function problemOf(schema: JsonValue, depth: number): string | undefined {
  if (depth > deepest) return `it is nested more than ${deepest} levels deep`;
  if (!isObject(schema)) return 'it is not a schema';
  const keyword = Object.keys(schema).find((each) => forbidden.has(each));
  if (keyword !== undefined) return `${keyword} is not allowed`;
  if (schema['uniqueItems'] === true) return 'uniqueItems is not allowed';
  if (!isAbsentOrObject(schema, 'properties')) return 'properties is not an object';
  if (schema['type'] === undefined) return isAnyValue(schema) ? undefined : 'it has no type';
  return types.has(schema['type']) ? undefined : `${JSON.stringify(schema['type'])} is not a type`;
}

function isAbsentOrObject(schema: JsonObject, keyword: string): boolean {
  const value = own(schema, keyword);
  return value === undefined || isObject(value);
}

function isAnyValue(schema: JsonObject): boolean {
  return schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true;
}

function* partsOf(schema: JsonObject, { path, at: before, depth: outer }: Visit): Generator<Visit> {
  const depth = outer + 1;
  const at = (...keys: readonly string[]): Place => ({ before, keys });
  for (const [name, each] of Object.entries(objectAt(schema, 'properties')))
    yield {
      schema: each,
      path: path.endsWith(' ') ? `${path}${name}` : `${path}.${name}`,
      at: at('properties', name),
      depth,
    };
  const [items, values] = [own(schema, 'items'), own(schema, 'additionalProperties')];
  if (items !== undefined) yield { schema: items, path: `${path}[]`, at: at('items'), depth };
  if (values !== undefined && typeof values !== 'boolean')
    yield { schema: values, path: `${path}[*]`, at: at('additionalProperties'), depth };
}
