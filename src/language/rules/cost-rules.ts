import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import {
  cheapestRule,
  costOfOne,
  largestSize,
  mostValues,
  ruleCostLimit,
  totalCostLimit,
} from '../../base/model/rule-cost.js';
import type { Property, Schema, Validation } from '../../base/model/schema.js';
import type { Visit } from './visit.js';

/** A limit that a user can set on a list or a map. */
interface Bound {
  readonly marker: 'MaxItems' | 'MaxProperties';
  /** Path of the field that the marker belongs to. */
  readonly field: string;
  /** Markers around it, from the inside out, where the list or map is a part of the field. */
  readonly around: readonly ('Items' | 'Values')[];
  readonly limit: number;
}

/** A place in a schema with rules that operator-gen writes. */
interface Place extends Visit {
  /** The lists and maps around it. */
  readonly bounds: readonly Bound[];
  /** The field that it belongs to, as in `Bound`. */
  readonly owner: Pick<Bound, 'field' | 'around'>;
}

/** Reports rules of markers and unions that the API server rejects, because they could cost too much. */
export function verifyCosts(visit: Visit): readonly Diagnostic[] {
  const places = [...placesIn({ ...visit, bounds: [], owner: { field: visit.field, around: [] } })];
  const found = groupsOf(places)
    .filter((group) => group.some(isExpensive))
    .map(tooExpensive);
  if (found.length > 0) return found;
  const total = totalCost(places);
  return total > totalCostLimit ? [tooExpensiveTogether(places, total)] : [];
}

/** Returns the places in the same list or map, whose bounds affect each other. */
function groupsOf(places: readonly Place[]): readonly (readonly Place[])[] {
  const groups = new Map<string, Place[]>();
  for (const place of places) {
    const key = place.bounds[0]?.field ?? place.field;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [place]);
    else known.push(place);
  }
  return [...groups.values()];
}

/** Yields the places with such rules. A type is visited at each use, because its cost depends on what is around it. */
function* placesIn(place: Place): Generator<Place> {
  const { schema, field, position, bounds, owner } = place;
  if (!hasCosts(schema)) return;
  if (hasOwnCosts(schema)) yield place;
  for (const { name, schema: inner, position: own = position } of schema.properties ?? []) {
    const path = `${field}.${name}`;
    yield* placesIn({ schema: inner, field: path, position: own, bounds, owner: { field: path, around: [] } });
  }
  const parts = [
    ['Items', '[]', schema.items],
    ['Values', '[*]', schema.additionalProperties],
  ] as const;
  for (const [around, suffix, inner] of parts) {
    if (inner === undefined) continue;
    yield* placesIn({
      ...place,
      schema: inner,
      field: `${field}${suffix}`,
      bounds: [...bounds, boundOf(place)],
      owner: { ...owner, around: [around, ...owner.around] },
    });
  }
}

// Most types have no such rules, and large ones are used in many places.
const costsByProperties = new WeakMap<readonly Property[], boolean>();

/** Reports whether a schema or a part of it has rules that operator-gen writes. */
function hasCosts(schema: Schema): boolean {
  const { properties = [], items, additionalProperties } = schema;
  if (hasOwnCosts(schema)) return true;
  if ([items, additionalProperties].some((each) => each && hasCosts(each))) return true;
  const has = costsByProperties.get(properties) ?? properties.some((each) => hasCosts(each.schema));
  costsByProperties.set(properties, has);
  return has;
}

function hasOwnCosts({ validations = [] }: Schema): boolean {
  return validations.some(({ cost }) => cost);
}

function boundOf({ schema, owner }: Place): Bound {
  const isList = schema.type === 'array';
  const limit = (isList ? schema.maxItems : schema.maxProperties) ?? Infinity;
  return { ...owner, marker: isList ? 'MaxItems' : 'MaxProperties', limit };
}

/** Returns the costs of the rules of a place. @param most a limit on every list and map */
function costsOf({ schema, bounds }: Place, most = Infinity): readonly { validation: Validation; cost: number }[] {
  const product = bounds.reduce((all, { limit }) => all * Math.min(limit, most), 1);
  const times = Number.isFinite(product) ? product : mostValues(schema);
  return (schema.validations ?? []).flatMap((validation) => {
    const { cost } = cheapestRule(validation, schema, bounds.length > 0);
    return cost ? [{ validation, cost: costOfOne(cost, schema, most) * times }] : [];
  });
}

function costliest(place: Place, most?: number): { readonly validation: Validation; readonly cost: number } {
  return costsOf(place, most).reduce((one, other) => (other.cost > one.cost ? other : one));
}

function isExpensive(place: Place): boolean {
  return costliest(place).cost > ruleCostLimit;
}

function totalCost(places: readonly Place[], most?: number): number {
  return places.flatMap((place) => costsOf(place, most)).reduce((all, { cost }) => all + cost, 0);
}

function tooExpensive(group: readonly Place[]): Diagnostic {
  const place = group.reduce((one, other) => (costliest(other).cost > costliest(one).cost ? other : one));
  const { validation, cost } = costliest(place);
  const { rule } = cheapestRule(validation, place.schema, place.bounds.length > 0);
  // Rules that are not expensive could become so, because bounds can allow more values than fit into a request.
  const most = largestLimit(
    (each) =>
      totalCost(group, each) <= totalCostLimit && group.every((one) => costliest(one, each).cost <= ruleCostLimit),
  );
  const what = `the rule ${rule.length > 80 ? `${rule.slice(0, 80)}...` : rule} of ${place.field} exceeds`;
  return diagnostic(
    'expensive-rule',
    { what, factor: shownFactor(cost / ruleCostLimit), remedy: remedyOf(group.filter(isExpensive), most) },
    validation.position ?? place.position,
  );
}

/**
 * Reports rules that are each within their limit, but exceed it together. The remedy is for one list or map if that is
 * enough.
 */
function tooExpensiveTogether(places: readonly Place[], total: number): Diagnostic {
  const group = groupsOf(places).reduce((one, other) => (totalCost(other) > totalCost(one) ? other : one));
  const rest = total - totalCost(group);
  const ofGroup = largestLimit((each) => rest + totalCost(group, each) <= totalCostLimit);
  const ofAll = largestLimit((each) => totalCost(places, each) <= totalCostLimit);
  const remedy = ofGroup === undefined ? remedyOf(places, ofAll) : remedyOf(group, ofGroup);
  const [{ field, position }] = group as [Place];
  const what = `together, the rules of ${field} and other fields exceed`;
  return diagnostic('expensive-rule', { what, factor: shownFactor(total / totalCostLimit), remedy }, position);
}

/** Returns the largest round number that is low enough as a limit. */
function largestLimit(isEnough: (most: number) => boolean): number | undefined {
  for (let power = 1_000_000; power >= 1; power /= 10) {
    for (let digit = 9; digit >= 1; digit -= 1) if (isEnough(digit * power)) return digit * power;
  }
  return undefined;
}

function remedyOf(places: readonly Place[], most: number | undefined): string | undefined {
  if (most === undefined) return undefined;
  const bounds = places.flatMap((place) => [...place.bounds, ...ownBound(place)]);
  const texts = new Set(bounds.filter(({ limit }) => limit > most).map((each) => markerOf(each, most)));
  return [...texts].join(', ');
}

/** Returns the bound of a map whose entries a rule visits. */
function ownBound(place: Place): readonly Bound[] {
  const isVisited = place.schema.validations?.some(({ cost }) => cost?.perEntry) ?? false;
  return isVisited && largestSize(place.schema) > 0 ? [boundOf(place)] : [];
}

function markerOf({ marker, field, around }: Bound, most: number): string {
  const text = around.reduce((inner, each) => `${each}(${inner})`, `${marker}(${most})`);
  return `@${text} on ${field}`;
}

function shownFactor(factor: number): string {
  return factor >= 100 ? 'more than 100' : String(Math.ceil(factor * 10) / 10);
}
