import { defined } from '../../../base/model/defined.js';
import type { KindVersion } from '../../../base/model/kind.js';
import type { Property, Schema } from '../../../base/model/schema.js';
import type { SchemaStep } from '../crd-position.js';
import { namesIn } from './rule-text.js';

export type BoundKeyword = 'maxItems' | 'maxLength' | 'maxProperties';

/** A list, map or string that makes a rule expensive. */
export interface Growing {
  readonly trail: readonly SchemaStep[];
  readonly keyword: BoundKeyword;
  /** Path of the field to add the marker to, such as `spec.rules[].name`. */
  readonly field: string;
  /** Its present limit. */
  readonly limit?: number;
}

/** A new limit for a list, map or string. */
export interface Bound {
  readonly node: Growing;
  readonly value: number;
}

/** Returns the limits that can be suggested, the largest first. */
export function limitsFor({ keyword, limit = Infinity }: Growing): readonly number[] {
  return series[keyword].filter((each) => each < limit);
}

const series: Readonly<Record<BoundKeyword, readonly number[]>> = {
  maxItems: [10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10],
  maxProperties: [10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10],
  maxLength: [10_000, 4096, 2048, 1024, 512, 256, 128, 64],
};

/** Returns the marker for a limit: `@MaxItems(100)`, or `@Items(MaxLength(64))` for the items of a list. */
export function markerFor({ trail, keyword }: Growing, value: number): string {
  const own = `${keyword[0]!.toUpperCase()}${keyword.slice(1)}(${value})`;
  const inner = trail.slice(trail.findLastIndex(({ into }) => into === 'properties') + 1);
  return `@${inner.reduceRight((marker, { into }) => `${into === 'items' ? 'Items' : 'Values'}(${marker})`, own)}`;
}

/** Returns the suggestion: `add @MaxItems(100) and @Items(MaxLength(64)) to spec.names`. */
export function suggestion(bounds: readonly Bound[]): string {
  const fresh = bounds.filter(({ node }) => node.limit === undefined);
  const added = [...new Set(fresh.map(({ node }) => node.field))].map((field) => {
    const ofField = fresh.filter(({ node }) => node.field === field);
    return `add ${joined(ofField.map(({ node, value }) => markerFor(node, value))).join(' and ')} to ${field}`;
  });
  const lowered = bounds.flatMap(({ node, value }) =>
    node.limit === undefined
      ? []
      : [`change ${markerFor(node, node.limit)} of ${node.field} to ${markerFor(node, value)}`],
  );
  return [...added, ...lowered].join(', and ');
}

/** Merges markers of items and values, because `@Items(...)` can be specified only once. */
function joined(markers: readonly string[]): readonly string[] {
  const inner = new Map<string, string[]>();
  const rest: string[] = [];
  for (const marker of markers) {
    const [, wrapper, within] = /^(@?(?:Items|Values))\((.*)\)$/s.exec(marker) ?? [];
    if (wrapper === undefined || within === undefined) rest.push(marker);
    else inner.set(wrapper, [...(inner.get(wrapper) ?? []), within]);
  }
  return [...rest, ...[...inner].map(([wrapper, within]) => `${wrapper}(${joined(within).join(', ')})`)];
}

/** Returns a version whose schema has these limits. */
export function withBounds(version: KindVersion, bounds: readonly Bound[]): KindVersion {
  const schema = bounds.reduce(
    (outer, { node: { trail, keyword }, value }) => changeAt(outer, trail, (each) => ({ ...each, [keyword]: value })),
    version.schema,
  );
  return { ...version, schema };
}

/** Returns a schema in which the schema at the end of a trail is changed. */
function changeAt(schema: Schema, [step, ...rest]: readonly SchemaStep[], change: (schema: Schema) => Schema): Schema {
  if (step === undefined) return change(schema);
  if (step.into !== 'properties') {
    const inner = schema[step.into];
    return inner === undefined ? schema : { ...schema, [step.into]: changeAt(inner, rest, change) };
  }
  const changed = (each: Property): Property =>
    each.name === step.name ? { ...each, schema: changeAt(each.schema, rest, change) } : each;
  return { ...schema, properties: (schema.properties ?? []).map(changed) };
}

/** Returns the schemas along a trail, from the outermost. */
export function schemasAlong(root: Schema, trail: readonly SchemaStep[]): readonly Schema[] {
  const found = [root];
  for (const step of trail) {
    const schema = found.at(-1)!;
    const inner =
      step.into === 'properties'
        ? schema.properties?.find(({ name }) => name === step.name)?.schema
        : schema[step.into];
    if (inner === undefined) break;
    found.push(inner);
  }
  return found;
}

/** Maximum depth below a rule, and maximum number of schemas there, that are searched for limits. */
const deepest = 6;
const mostSchemas = 500;

/**
 * Returns the schemas that multiply the cost of a rule: the lists and maps around it, then those that it names, then
 * the rest below it, which comparisons read.
 */
export function growingFor(root: Schema, trail: readonly SchemaStep[], rule: string): readonly Growing[] {
  const along = schemasAlong(root, trail);
  const around = along.slice(0, -1).flatMap((schema, index) => nodeAt(schema, trail.slice(0, index)));
  const below = [...nodesBelow(along.at(-1)!, trail, { schemas: mostSchemas })];
  const names = new Set(namesIn(rule));
  const isNamed = ({ trail: at }: Growing): boolean =>
    at.slice(trail.length).every((step) => step.into !== 'properties' || names.has(step.name));
  return [...around, ...below.filter(isNamed), ...below.filter((each) => !isNamed(each))];
}

function* nodesBelow(
  schema: Schema,
  trail: readonly SchemaStep[],
  left: { schemas: number },
  depth = 0,
): Generator<Growing> {
  if ((left.schemas -= 1) < 0 || depth > deepest) return;
  yield* nodeAt(schema, trail);
  for (const { name, schema: inner, position } of schema.properties ?? []) {
    // Markers cannot be added to the fields of other packages.
    if (!/(?:^|\/)node_modules\//.test(position?.file ?? ''))
      yield* nodesBelow(inner, [...trail, { into: 'properties', name }], left, depth + 1);
  }
  for (const into of ['items', 'additionalProperties'] as const) {
    const inner = schema[into];
    if (inner) yield* nodesBelow(inner, [...trail, { into }], left, depth + 1);
  }
}

/** Formats of strings whose length the API server knows. */
const limitedFormats = new Set(['date', 'date-time', 'datetime', 'duration']);

function nodeAt(schema: Schema, trail: readonly SchemaStep[]): readonly Growing[] {
  const keyword = keywordFor(schema);
  if (keyword === undefined || !trail.some(({ into }) => into === 'properties')) return [];
  const node = { trail, keyword, field: fieldOf(trail), ...defined({ limit: schema[keyword] }) };
  return limitsFor(node).length === 0 ? [] : [node];
}

function keywordFor({
  type,
  format = '',
  enum: values,
  additionalProperties,
  intOrString,
}: Schema): BoundKeyword | undefined {
  if (intOrString) return undefined;
  if (type === 'array') return 'maxItems';
  if (type === 'object' && additionalProperties) return 'maxProperties';
  return type === 'string' && values === undefined && !limitedFormats.has(format) ? 'maxLength' : undefined;
}

/** Returns the path of the field to add a marker to. */
function fieldOf(trail: readonly SchemaStep[]): string {
  const last = trail.findLastIndex(({ into }) => into === 'properties');
  const names = trail
    .slice(0, last + 1)
    .map((step) => (step.into === 'properties' ? `.${step.name}` : step.into === 'items' ? '[]' : '[*]'));
  return names.join('').slice(1);
}
