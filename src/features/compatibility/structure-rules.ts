import { objectAt, own, textAt, textsAt } from '../../base/model/json-at.js';
import { isObject } from '../../base/model/schema.js';
import type { Difference, SchemaRule } from './change.js';
import type { CrdSchema } from '../../base/crd/crd.js';
import { isEqual, without } from '../../base/crd/equal.js';

/** Fields of objects, defaults, lists and maps. */
export const structureRules: readonly SchemaRule[] = [
  {
    id: 'field-removed',
    what: 'the field was removed',
    breaks: 'stored-objects',
    find: (before, after) =>
      keepsUnknownFields(after) || entriesOf(after) !== undefined
        ? undefined
        : namesIn(before)
            .filter((name) => !hasField(after, name))
            .map((property) => ({ property })),
  },
  {
    id: 'field-required',
    what: 'the field is required, and has no default',
    breaks: 'stored-objects',
    find: (before, after) => {
      const mandatory = (schema: CrdSchema) => textsAt(schema, 'required').filter((name) => !hasDefault(schema, name));
      return without(mandatory(after), mandatory(before)).map((property) => ({ property }));
    },
  },
  {
    id: 'unknown-field-typed',
    what: 'the field accepted any value, and now has a schema',
    breaks: 'ratcheted',
    find: (before, after) => {
      if (!keepsUnknownFields(before) || entriesOf(before) !== undefined) return undefined;
      const added = namesIn(after).filter((name) => !hasField(before, name));
      const entries = textAt(entriesOf(after) ?? {}, 'type');
      return [
        ...added.map((property): Difference => ({ property })),
        ...(entries === '' ? [] : [{ after: entries, keyword: '.additionalProperties' }]),
      ];
    },
  },
  {
    id: 'default-changed',
    what: 'objects without the field get a different default',
    breaks: 'writers',
    find: (before, after) =>
      defaults(before, after, (old, now) => old !== undefined && now !== undefined && !isEqual(old, now)),
  },
  {
    id: 'default-removed',
    what: 'objects without the field get no default',
    breaks: 'writers',
    find: (before, after) => {
      const required = new Set(textsAt(after, 'required'));
      const found = defaults(before, after, (old, now) => old !== undefined && now === undefined);
      // A required field without a default is a separate change.
      return found.filter(({ property }) => !required.has(property!));
    },
  },
  {
    id: 'default-added',
    what: 'objects without the field get a default',
    breaks: 'readers',
    severity: 'warning',
    find: (before, after) => {
      const required = new Set(textsAt(before, 'required'));
      const found = defaults(before, after, (old, now) => old === undefined && now !== undefined);
      return found.filter(({ property }) => !required.has(property!));
    },
  },
  {
    id: 'unknown-fields-pruned',
    what: 'unknown fields are removed',
    breaks: 'stored-objects',
    find: (before, after) => {
      if (!keepsUnknownFields(before) || keepsUnknownFields(after) || entriesOf(after) !== undefined) return undefined;
      // Adding a type to values of any type is a separate change.
      if (textAt(before, 'type') === '') return undefined;
      return { before: true, after: false, keyword: `.${preserve}` };
    },
  },
  {
    id: 'entries-removed',
    what: 'entries of the map are removed, because it is no longer a map',
    breaks: 'stored-objects',
    find: (before, after) => {
      if (entriesOf(before) === undefined || entriesOf(after) !== undefined || keepsUnknownFields(after)) {
        return undefined;
      }
      return textAt(after, 'type') === 'object' ? {} : undefined;
    },
  },
  {
    id: 'embedded-resource-changed',
    what: 'the field is a different kind of object',
    breaks: 'stored-objects',
    find: (before, after) => {
      const [old, now] = [own(before, embedded) === true, own(after, embedded) === true];
      return old === now ? undefined : { before: old, after: now, keyword: `.${embedded}` };
    },
  },
  {
    id: 'list-type-narrowed',
    what: 'items of the list must be unique',
    breaks: 'ratcheted',
    find: (before, after) => {
      const [old, now] = [listTypeOf(before), listTypeOf(after)];
      return old === now || now === 'atomic' ? undefined : { before: old, after: now, keyword: `.${listType}` };
    },
  },
  {
    id: 'list-type-widened',
    what: 'server-side apply replaces the list as a whole',
    breaks: 'writers',
    find: (before, after) => {
      const [old, now] = [listTypeOf(before), listTypeOf(after)];
      return old === now || now !== 'atomic' ? undefined : { before: old, after: now, keyword: `.${listType}` };
    },
  },
  {
    id: 'list-map-keys-changed',
    what: 'different fields identify the items of the list',
    breaks: 'ratcheted',
    find: (before, after) => {
      const [old, now] = [textsAt(before, listMapKeys), textsAt(after, listMapKeys)];
      if (old.length === 0 || now.length === 0 || isEqual(old.toSorted(), now.toSorted())) return undefined;
      return { before: old, after: now, keyword: `.${listMapKeys}` };
    },
  },
  {
    id: 'map-type-changed',
    what: 'server-side apply replaces the object as a whole',
    breaks: 'writers',
    severity: 'warning',
    find: (before, after) => {
      const [old, now] = [mapTypeOf(before), mapTypeOf(after)];
      return old === now || now !== 'atomic' ? undefined : { before: old, after: now, keyword: `.${mapType}` };
    },
  },
];

const preserve = 'x-kubernetes-preserve-unknown-fields';
const embedded = 'x-kubernetes-embedded-resource';
const listType = 'x-kubernetes-list-type';
const listMapKeys = 'x-kubernetes-list-map-keys';
const mapType = 'x-kubernetes-map-type';

/** Returns the names of the properties of a schema. */
export function namesIn(schema: CrdSchema): readonly string[] {
  return Object.keys(objectAt(schema, 'properties'));
}

/** Returns the schema of the entries of a map; undefined if it is not a map. */
export function entriesOf(schema: CrdSchema): CrdSchema | undefined {
  const entries = own(schema, 'additionalProperties');
  if (entries === true) return {};
  return entries !== undefined && isObject(entries) ? entries : undefined;
}

function keepsUnknownFields(schema: CrdSchema): boolean {
  return own(schema, preserve) === true;
}

function hasField(schema: CrdSchema, name: string): boolean {
  return Object.hasOwn(objectAt(schema, 'properties'), name);
}

function hasDefault(schema: CrdSchema, name: string): boolean {
  return defaultOf(schema, name) !== undefined;
}

function defaultOf(schema: CrdSchema, name: string) {
  return own(objectAt(schema, 'properties', name), 'default');
}

/** Returns the fields of both schemas whose defaults differ in a certain way. */
function defaults(
  before: CrdSchema,
  after: CrdSchema,
  isConcerned: (old: ReturnType<typeof defaultOf>, now: ReturnType<typeof defaultOf>) => boolean,
): readonly Difference[] {
  return namesIn(before).flatMap((property) => {
    const [old, now] = [defaultOf(before, property), defaultOf(after, property)];
    if (!hasField(after, property) || !isConcerned(old, now)) return [];
    return [{ before: old, after: now, property, keyword: '.default' }];
  });
}

function listTypeOf(schema: CrdSchema): string {
  return textAt(schema, listType) || 'atomic';
}

function mapTypeOf(schema: CrdSchema): string {
  return textAt(schema, mapType) || 'granular';
}
