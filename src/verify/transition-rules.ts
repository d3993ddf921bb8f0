import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Property } from '../model/schema.js';
import { problem, type Visit } from './visit.js';

/**
 * Rules that compare with the old value, where there is none: the API server knows which item an item was before only in
 * lists that are maps.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#transition-rules
 * @param list the list around, whose items are not told apart
 */
export function* verifyTransitions(
  visit: Visit,
  list?: string,
  seen: Readonly<Record<'inList' | 'outside', Set<readonly Property[]>>> = { inList: new Set(), outside: new Set() },
): Generator<Diagnostic> {
  const { schema, field, position } = visit;
  const { properties = [], items, additionalProperties } = schema;
  for (const { rule } of list === undefined ? [] : (schema.validations ?? [])) {
    if (!/\boldSelf\b/.test(rule)) continue;
    const reason = `${list} does not say which item is which, so there is no oldSelf: give it @ListType('map')`;
    yield problem('validation-refused', visit, 'validations', { field, rule, reason });
  }
  // A type may be met inside of such a list and outside, but each only once.
  const met = list === undefined ? seen.outside : seen.inList;
  if (!met.has(properties)) {
    met.add(properties);
    for (const { name, schema: inner, position: own = position } of properties) {
      yield* verifyTransitions({ schema: inner, field: `${field}.${name}`, position: own }, list, seen);
    }
  }
  if (additionalProperties) {
    yield* verifyTransitions({ schema: additionalProperties, field: `${field}[*]`, position }, list, seen);
  }
  if (items) {
    const around = list ?? (schema.listType === 'map' ? undefined : field);
    yield* verifyTransitions({ schema: items, field: `${field}[]`, position }, around, seen);
  }
}
