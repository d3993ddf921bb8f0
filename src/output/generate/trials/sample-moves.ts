import { isObject, isScalar, type JsonObject, type JsonValue, type Schema } from '../../../base/model/schema.js';
import type { ServerError } from '../../../base/helper/protocol.js';
import { failedRule, objectPath, schemaOf, valueAt, type FailedRule, type ObjectPath } from './failed-rule.js';
import { namesIn } from './rule-text.js';
import { hintsOf, otherValues } from './sample-values.js';

/** A field that a failed rule reads. */
interface Node {
  readonly path: ObjectPath;
  readonly schema: Schema;
  readonly value: JsonValue | undefined;
  readonly isOptional: boolean;
}

/** A changed value; undefined removes the field. */
interface Change {
  readonly path: ObjectPath;
  readonly value: JsonValue | undefined;
}

/** Maximum number of fields that are changed for one error, of items visited in one list, and of levels below a rule. */
const mostNodes = 12;
/** Number of fields that a rule must name with `has` so that each of the first ones is tried alone. */
const leastAlone = 3;
const mostAlone = 6;
const mostItems = 3;
const deepest = 5;

/**
 * Yields objects that differ from one that was refused in a field that the errors are about. First come single fields, if
 * a rule seems to count fields, as in "exactly one of"; then other values, then more fields, then fewer, then several
 * fields at once.
 */
export function* movesFor(root: Schema, object: JsonObject, errors: readonly ServerError[]): Generator<JsonObject> {
  const groups = errors.map((each) => changesFor(root, object, each));
  for (const kind of ['alone', 'values', 'added', 'removed', 'several'] as const) {
    for (const change of interleaved(groups.map((each) => each[kind]))) {
      const changed = change.reduce<JsonValue>((whole, { path, value }) => withValue(whole, path, value), object);
      yield inOrder(root, changed) as JsonObject;
    }
  }
}

/** Takes the first of each list, then the second of each, and so on. */
function interleaved<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((each) => each.slice(index, index + 1))).flat();
}

type Changes = Readonly<Record<'alone' | 'values' | 'added' | 'removed' | 'several', readonly (readonly Change[])[]>>;

function changesFor(root: Schema, object: JsonObject, error: ServerError): Changes {
  const failed = failedRule(root, error);
  const path = failed?.path ?? existingPath(root, objectPath(error.field ?? ''));
  const rule = failed?.validation.rule ?? '';
  const nodes = nodesBelow(root, object, path, failed && new Set(namesIn(rule)));
  const changesOf = (node: Node): readonly (readonly Change[])[] => {
    const others = nodes.filter((each) => each !== node && each.value !== undefined).map(({ value }) => value!);
    const name = node.path.findLast((step) => typeof step === 'string') ?? 'value';
    const values = otherValues(node.schema, name, node.value, hintsOf(rule, others));
    return values.map((value) => [{ path: node.path, value }]);
  };
  const absent = nodes.filter(({ value }) => value === undefined);
  const optional = nodes.filter(({ value, isOptional }) => value !== undefined && isOptional);
  const removed = optional.map((node) => [{ path: node.path, value: undefined }]);
  const added = absent.map(changesOf);
  const all = added.flatMap((each) => each[0] ?? []);
  return {
    alone: failed === undefined ? [] : singleFields(root, object, failed),
    values: interleaved(nodes.filter(({ value }) => value !== undefined).map(changesOf)),
    added: interleaved(added),
    removed,
    several: [all, removed.flat(), ...all.flatMap((each) => removed.map((other) => [each, ...other]))].filter(
      ({ length }) => length > 1,
    ),
  };
}

/** Returns the changes after which only one of the optional fields is left that a rule asks for with `has`. */
function singleFields(
  root: Schema,
  object: JsonObject,
  { path, validation: { rule } }: FailedRule,
): readonly (readonly Change[])[] {
  const asked = new Set([...rule.matchAll(/\bhas\(([^()]*)\)/g)].flatMap(([, each = '']) => namesIn(each)));
  if (asked.size < leastAlone) return [];
  const optional = nodesBelow(root, object, path, new Set(namesIn(rule)), Infinity).filter(
    ({ path: at, value, isOptional }) => value !== undefined && isOptional && asked.has(String(at.at(-1))),
  );
  const parents = new Map<string, Node[]>();
  for (const each of optional) {
    const parent = JSON.stringify(each.path.slice(0, -1));
    parents.set(parent, [...(parents.get(parent) ?? []), each]);
  }
  return [...parents.values()].flatMap((fields) =>
    fields.length < leastAlone
      ? []
      : fields
          .slice(0, mostAlone)
          .map((kept) => fields.filter((each) => each !== kept).map((each) => ({ path: each.path, value: undefined }))),
  );
}

/** Returns the part of a path that the schema knows. */
function existingPath(root: Schema, path: ObjectPath): ObjectPath {
  return schemaOf(root, path) === undefined && path.length > 0 ? existingPath(root, path.slice(0, -1)) : path;
}

/** Returns the fields below a path that have one of these names; without names, all of the first level. */
function nodesBelow(
  root: Schema,
  object: JsonObject,
  start: ObjectPath,
  names: ReadonlySet<string> | undefined,
  most = mostNodes,
): readonly Node[] {
  const found: Node[] = [];
  const visit = (node: Node, depth: number): void => {
    const { path, schema, value } = node;
    const isContainer = schema.properties !== undefined;
    if (found.length >= most || depth > deepest) return;
    if (path.length > 0 && (depth > 0 || !isContainer || isScalar(schema))) found.push(node);
    for (const { name, schema: inner, required } of schema.properties ?? []) {
      // The fields of an absent object are absent with it.
      if (value === undefined || (names === undefined ? depth > 0 : !names.has(name))) continue;
      visit({ path: [...path, name], schema: inner, value: valueAt(value, [name]), isOptional: !required }, depth + 1);
    }
    for (const { key, inner } of elementsOf(schema, value))
      visit({ path: [...path, key], schema: inner, value: valueAt(value!, [key]), isOptional: false }, depth + 1);
  };
  const schema = schemaOf(root, start);
  if (schema) visit({ path: start, schema, value: valueAt(object, start), isOptional: false }, 0);
  return found;
}

/** Returns the first items of a list, or entries of a map. */
function elementsOf(
  { items, additionalProperties }: Schema,
  value: JsonValue | undefined,
): readonly { readonly key: string | number; readonly inner: Schema }[] {
  if (items && Array.isArray(value)) {
    return Array.from({ length: Math.min(mostItems, value.length) }, (_, key) => ({ key, inner: items }));
  }
  if (!additionalProperties || value === undefined || !isObject(value)) return [];
  return Object.keys(value)
    .slice(0, mostItems)
    .map((key) => ({ key, inner: additionalProperties }));
}

/** Returns a value with a change at a path. */
function withValue(whole: JsonValue, [step, ...rest]: ObjectPath, value: JsonValue | undefined): JsonValue {
  if (step === undefined) return value ?? {};
  const at = (inner: JsonValue | undefined): JsonValue | undefined =>
    rest.length === 0 ? value : withValue(inner ?? {}, rest, value);
  if (Array.isArray(whole)) {
    return (whole as readonly JsonValue[]).flatMap((each, index) => (index === step ? (at(each) ?? []) : [each]));
  }
  const entries = new Map(Object.entries(isObject(whole) ? whole : {}));
  const changed = at(entries.get(String(step)));
  if (changed === undefined) entries.delete(String(step));
  else entries.set(String(step), changed);
  return Object.fromEntries(entries);
}

/** Returns a value whose fields are in the order of the schema, as if they had been generated at once. */
function inOrder(schema: Schema, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((each) => inOrder(schema.items ?? {}, each));
  if (!isObject(value)) return value;
  const { properties = [], additionalProperties = {} } = schema;
  const ranks = new Map(properties.map(({ name }, index) => [name, index]));
  const inner = new Map(properties.map((each) => [each.name, each.schema]));
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (ranks.get(one) ?? -1) - (ranks.get(other) ?? -1))
      .map(([name, each]) => [name, inOrder(inner.get(name) ?? additionalProperties, each)]),
  );
}
