import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { celName } from '../../base/model/cel.js';
import type { Property, Schema } from '../../base/model/schema.js';
import { usesOldSelf } from './extension-rules.js';
import { problem, type Visit } from './visit.js';

/**
 * Reports rules that compare with the old value where there is none: the API server can only match an item with its old
 * value in lists of type map.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#transition-rules
 * @param list the surrounding list whose items cannot be matched
 */
export function* verifyTransitions(
  visit: Visit,
  list?: string,
  seen: Readonly<Record<'inList' | 'outside', Set<readonly Property[]>>> = { inList: new Set(), outside: new Set() },
): Generator<Diagnostic> {
  const { schema, field, position } = visit;
  const { properties = [], items, additionalProperties } = schema;
  for (const { rule } of schema.validations ?? []) {
    if (list === undefined || !usesOldSelf(rule) || isOfImmutableField(schema, rule)) continue;
    yield problem('uncorrelatable-rule', visit, 'validations', { field, rule, list });
  }
  // A type can occur both inside and outside such a list, but is visited only once in each.
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

/**
 * Reports whether a rule is the part of `@Immutable` that is on the object of a field: the field has the other part,
 * and is reported.
 */
function isOfImmutableField({ properties = [] }: Schema, rule: string): boolean {
  const name = /^!has\(oldSelf\.(\w+)\) \|\| has\(self\.\1\)$/.exec(rule)?.[1];
  const field = properties.find((each) => celName(each.name) === name);
  return name !== undefined && (field?.schema.validations ?? []).some((each) => usesOldSelf(each.rule));
}
