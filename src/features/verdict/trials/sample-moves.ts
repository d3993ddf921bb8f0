import { valueAt } from '../../../base/model/json-at.js';
import { isObject, isScalar, type JsonObject, type JsonValue, type Schema } from '../../../base/model/schema.js';
import type { ServerError } from '../../../base/helper/protocol.js';
import { failedRule, objectPath, schemaOf, type ObjectPath } from './failed-rule.js';
import { namesIn } from './rule-text.js';
import { hintsOf, otherValues } from './sample-values.js';

/** A field that a failed rule reads. */
interface Node {
  readonly path: ObjectPath;
  readonly schema: Schema;
  readonly value: JsonValue | undefined;
  readonly isOptional: boolean;
}

/** Maximum number of fields that are changed for one error, of items visited in one list, and of levels below a rule. */
const mostNodes = 12;
const mostItems = 3;
const deepest = 5;
/** Minimum number of optional fields that a rule must name with `has` so that each of the first ones is tried alone. */
const leastAlone = 3;
const mostAlone = 6;

/**
 * Yields variants of a rejected object that differ in a field that the errors are about. First come single fields, if a
 * rule seems to count fields, as in "exactly one of"; then other values, then more fields, then fewer.
 */
export function* movesFor(root: Schema, object: JsonObject, errors: readonly ServerError[]): Generator<JsonObject> {
  for (const error of errors) {
    const failed = failedRule(root, error);
    const path = failed?.path ?? existingPath(root, objectPath(error.field ?? ''));
    const rule = failed?.validation.rule ?? '';
    const all = nodesBelow(root, object, path, failed && new Set(namesIn(rule)));
    const nodes = all.slice(0, mostNodes);
    const having = (values: readonly (readonly [Node, JsonValue | undefined])[]): JsonObject =>
      inOrder(
        root,
        values.reduce<JsonValue>((whole, [node, value]) => withValue(whole, node.path, value), object),
      ) as JsonObject;
    const present = nodes.filter(({ value }) => value !== undefined);
    const valuesOf = (node: Node): readonly (readonly [Node, JsonValue])[] => {
      const others = present.flatMap((each) => (each === node ? [] : [each.value!]));
      const name = node.path.findLast((step) => typeof step === 'string') ?? 'value';
      return otherValues(node.schema, name, node.value, hintsOf(rule, others)).map((value) => [node, value]);
    };
    const counted = all.filter(
      ({ path: at, value, isOptional }) => value !== undefined && isOptional && rule.includes(`.${String(at.at(-1))})`),
    );
    if (rule.split('has(').length > leastAlone && counted.length >= leastAlone)
      for (const kept of counted.slice(0, mostAlone))
        yield having(counted.filter((each) => each !== kept).map((each) => [each, undefined]));
    const absent = nodes.filter(({ value }) => value === undefined);
    for (const group of [present, absent])
      for (const change of interleaved(group.map(valuesOf))) yield having([change]);
    yield having(present.flatMap((node) => valuesOf(node).slice(0, 1)));
    for (const node of present) if (node.isOptional) yield having([[node, undefined]]);
  }
}

/** Takes the first of each list, then the second of each, and so on. */
function interleaved<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((each) => each.slice(index, index + 1))).flat();
}

/** Returns the part of a path that exists in the schema. */
function existingPath(root: Schema, path: ObjectPath): ObjectPath {
  return schemaOf(root, path) === undefined && path.length > 0 ? existingPath(root, path.slice(0, -1)) : path;
}

/** Returns the fields below a path with one of these names; without names, all fields of the first level. */
function nodesBelow(
  root: Schema,
  object: JsonObject,
  start: ObjectPath,
  names: ReadonlySet<string> | undefined,
): readonly Node[] {
  const found: Node[] = [];
  const visit = (node: Node, depth: number): void => {
    const { path, schema, value } = node;
    if (depth > deepest) return;
    if (path.length > 0 && (depth > 0 || schema.properties === undefined || isScalar(schema))) found.push(node);
    // The fields of an absent object are also absent.
    if (value === undefined) return;
    const below = (key: string | number, inner: Schema, isOptional: boolean): void =>
      visit({ path: [...path, key], schema: inner, value: valueAt(value, key), isOptional }, depth + 1);
    for (const { name, schema: inner, required } of schema.properties ?? [])
      if (names === undefined ? depth === 0 : names.has(name)) below(name, inner, !required);
    const { items, additionalProperties } = schema;
    if (items && Array.isArray(value)) for (const key of value.keys()) if (key < mostItems) below(key, items, false);
    if (additionalProperties && isObject(value))
      for (const key of Object.keys(value).slice(0, mostItems)) below(key, additionalProperties, false);
  };
  const schema = schemaOf(root, start);
  if (schema) visit({ path: start, schema, value: valueAt(object, ...start), isOptional: false }, 0);
  return found;
}

/** Returns a value with a different one at a path; undefined removes the existing one. */
function withValue(whole: JsonValue, [step, ...rest]: ObjectPath, value: JsonValue | undefined): JsonValue {
  const at = (inner: JsonValue | undefined): JsonValue | undefined =>
    rest.length === 0 ? value : withValue(inner ?? {}, rest, value);
  if (Array.isArray(whole))
    return (whole as readonly JsonValue[]).flatMap((each, index) => (index === step ? (at(each) ?? []) : [each]));
  const { [String(step)]: before, ...others } = whole as JsonObject;
  const changed = at(before);
  return changed === undefined ? others : { ...others, [String(step)]: changed };
}

/** Returns a value with its fields in the order of the schema, as if they had been generated together. */
function inOrder(schema: Schema, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((each) => inOrder(schema.items ?? {}, each));
  if (!isObject(value)) return value;
  const { properties = [], additionalProperties = {} } = schema;
  const rankOf = (name: string): number => properties.findIndex((each) => each.name === name);
  const entries = Object.entries(value).toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  return Object.fromEntries(
    entries.map(([name, each]) => [name, inOrder(properties[rankOf(name)]?.schema ?? additionalProperties, each)]),
  );
}
