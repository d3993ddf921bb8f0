import { objectAt, own } from '../../base/model/json-at.js';
import { boundRules } from './bound-rules.js';
import type { Difference, Found, Rule, SchemaRule } from './change.js';
import type { CrdSchema } from '../../base/crd/crd.js';
import { isSameSchema } from './same-schema.js';
import { entriesOf, namesIn, structureRules } from './structure-rules.js';
import { valueRules } from './value-rules.js';

/** Rules about one schema. */
export const schemaRules: readonly SchemaRule[] = [...structureRules, ...valueRules, ...boundRules];

/** A change of a schema. */
export interface SchemaChange {
  readonly rule: Omit<Rule<never>, 'find'>;
  readonly difference: Difference;
  readonly place: SchemaPlace;
}

/** The place of a schema in a version. */
export interface SchemaPlace {
  /** Such as `spec.ports[].name`. */
  readonly path: string;
  /** Such as `.properties[spec].properties[ports].items.properties[name]`. */
  readonly steps: string;
}

/** Returns the changes of a schema and of all schemas in it. */
export function compareSchemas(
  before: CrdSchema,
  after: CrdSchema,
  place: SchemaPlace = { path: '', steps: '' },
): readonly SchemaChange[] {
  if (isSameSchema(before, after)) return [];
  const changes = schemaRules.flatMap((rule) =>
    listOf(rule.find(before, after)).map((difference): SchemaChange => {
      const { property } = difference;
      return { rule, difference, place: property === undefined ? place : fieldIn(place, property) };
    }),
  );
  return [...changes, ...partsOf(before, after, place).flatMap((each) => compareSchemas(...each))];
}

/** Returns the findings of a rule as a list. */
export function listOf(found: Found): readonly Difference[] {
  if (found === undefined) return [];
  return Array.isArray(found) ? (found as readonly Difference[]) : [found as Difference];
}

type Part = readonly [before: CrdSchema, after: CrdSchema, place: SchemaPlace];

/** Returns the schemas that are part of both schemas: those of properties, entries and items. */
function partsOf(before: CrdSchema, after: CrdSchema, place: SchemaPlace): readonly Part[] {
  const [oldFields, newFields] = [objectAt(before, 'properties'), objectAt(after, 'properties')];
  const [oldEntries, newEntries] = [entriesOf(before), entriesOf(after)];
  const fields = [...new Set([...namesIn(before), ...namesIn(after)])].flatMap((name): readonly Part[] => {
    const old = Object.hasOwn(oldFields, name) ? objectAt(oldFields, name) : oldEntries;
    const now = Object.hasOwn(newFields, name) ? objectAt(newFields, name) : newEntries;
    return old === undefined || now === undefined ? [] : [[old, now, fieldIn(place, name)]];
  });
  return [
    ...fields,
    ...(oldEntries === undefined || newEntries === undefined
      ? []
      : [[oldEntries, newEntries, within(place, '[*]', '.additionalProperties')] as const]),
    ...(own(before, 'items') === undefined || own(after, 'items') === undefined
      ? []
      : [[objectAt(before, 'items'), objectAt(after, 'items'), within(place, '[]', '.items')] as const]),
  ];
}

function fieldIn({ path, steps }: SchemaPlace, name: string): SchemaPlace {
  return { path: path === '' ? name : `${path}.${name}`, steps: `${steps}.properties[${name}]` };
}

function within({ path, steps }: SchemaPlace, suffix: string, step: string): SchemaPlace {
  return { path: `${path}${suffix}`, steps: `${steps}${step}` };
}
