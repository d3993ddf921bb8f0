import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { celName } from '../../base/model/cel.js';
import type { Property, Schema } from '../../base/model/schema.js';
import { usesOldSelf } from './extension-rules.js';
import { problem, type Visit } from './visit.js';

/** An optional object around a field, whose removal no rule prevents. */
interface Removable {
  readonly parent: string;
  readonly rule: string;
}

/**
 * Reports immutable fields that a client can change because it can remove the object around them. Entries of lists and
 * records are not followed: an entry that is added again is a new one.
 */
export function* verifyImmutable(
  visit: Visit,
  around?: Removable,
  seen: Readonly<Record<'kept' | 'removable', Set<readonly Property[]>>> = { kept: new Set(), removable: new Set() },
): Generator<Diagnostic> {
  const { schema, field, position } = visit;
  if (around !== undefined && schema.validations?.some(({ rule }) => isUnchanged(rule))) {
    yield problem('removable-immutable', visit, 'validations', { field, ...around });
  }
  // A type can occur in objects of both sorts, but is visited only once in each.
  const { properties = [] } = schema;
  const met = around === undefined ? seen.kept : seen.removable;
  if (met.has(properties)) return;
  met.add(properties);
  for (const property of properties) {
    const { name, schema: inner, position: own = position } = property;
    const path = `${field}.${name}`;
    const removable = removableObject(property, schema, path);
    yield* verifyImmutable({ schema: inner, field: path, position: own }, removable ?? around, seen);
  }
}

function removableObject({ name, required, schema }: Property, parent: Schema, path: string): Removable | undefined {
  const own = celName(name);
  // A default adds the object again with the same value.
  if (required || own === undefined || schema.properties === undefined || schema.default !== undefined)
    return undefined;
  const isKept = parent.validations?.some(({ rule }) => usesOldSelf(rule) && rule.includes(`has(self.${own})`));
  return isKept ? undefined : { parent: path, rule: `!has(oldSelf.${own}) || has(self.${own})` };
}

/** Reports whether a rule requires the previous value. */
export function isUnchanged(rule: string): boolean {
  return rule === 'self == oldSelf' || rule === 'self in [oldSelf]';
}
