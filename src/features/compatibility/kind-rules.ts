import type { Difference, KindRule } from './change.js';
import type { Crd, CrdNames } from '../../base/crd/crd.js';
import { compareSchemas } from './compare-schemas.js';
import { isEqual, without } from '../../base/crd/equal.js';
import { isAlpha } from './policy.js';
import { isSameSchema } from './same-schema.js';

/** Names, scope and conversion: common to all versions of a kind. */
export const kindRules: readonly KindRule[] = [
  {
    id: 'scope-changed',
    what: 'the scope is different, which the API server rejects',
    breaks: 'clients',
    find: ({ before, after }) =>
      before.scope === after.scope ? undefined : { before: before.scope, after: after.scope, keyword: '.scope' },
  },
  name('kind', 'kind-renamed', 'the kind has a different name, which the API server rejects'),
  name('plural', 'plural-changed', 'the resource has a different name'),
  name('listKind', 'list-kind-changed', 'lists have a different kind', 'warning'),
  name('singular', 'singular-changed', 'the kind has a different singular for kubectl', 'warning'),
  names('shortNames', 'short-name-removed', 'the short name was removed'),
  names('categories', 'category-removed', 'the kind was removed from the category'),
  {
    id: 'storage-version-missing',
    what: 'not exactly one version is stored: the API server rejects the definition',
    breaks: 'clients',
    find: ({ before, after }) => {
      const [old, now] = [before, after].map(storedIn);
      return old?.length !== 1 || now!.length === 1
        ? undefined
        : { before: old, ...(now!.length > 0 && { after: now! }), keyword: '.versions' };
    },
  },
  {
    id: 'conversion-removed',
    what: 'objects are no longer converted between versions with different schemas',
    breaks: 'stored-objects',
    find: ({ before, after }) =>
      before.isConverted && !after.isConverted && hasDifferentSchemas(after)
        ? { before: 'Webhook', after: 'None' }
        : undefined,
  },
  {
    id: 'served-versions-differ',
    what: 'versions are served without a conversion, and lose or reject fields of each other',
    breaks: 'stored-objects',
    severity: 'warning',
    find: ({ before, after }) => {
      // A removed conversion is a separate change.
      if (before.isConverted || isEqual(before.object['spec'], after.object['spec'])) return undefined;
      const added = without(servedDifferences(after), servedDifferences(before));
      return added.length === 0 ? undefined : { after: added, keyword: '.versions' };
    },
  },
  {
    id: 'all-unknown-fields-pruned',
    what: 'unknown fields of all versions are removed',
    breaks: 'stored-objects',
    find: ({ before, after }) =>
      before.keepsUnknownFields && !after.keepsUnknownFields ? { before: true, after: false } : undefined,
  },
];

/** A definition that no longer exists. */
export const kindRemoved: Omit<KindRule, 'find'> = {
  id: 'kind-removed',
  what: 'the kind was removed, and with it all its objects',
  breaks: 'clients',
};

function name(
  field: keyof CrdNames & ('kind' | 'plural' | 'listKind' | 'singular'),
  id: string,
  what: string,
  severity?: 'warning',
): KindRule {
  return {
    id,
    what,
    breaks: 'clients',
    ...(severity && { severity }),
    find: ({ before: { names: old }, after: { names: now } }) =>
      old[field] === now[field] ? undefined : { before: old[field], after: now[field], keyword: `.names.${field}` },
  };
}

function names(field: 'shortNames' | 'categories', id: string, what: string): KindRule {
  return {
    id,
    what,
    breaks: 'clients',
    severity: 'warning',
    find: ({ before, after }) =>
      without(before.names[field], after.names[field]).map((each): Difference => ({ before: each })),
  };
}

/** Returns the names of the versions in which new objects are stored: one, unless the CRD is invalid. */
function storedIn({ versions }: Crd): string[] {
  return versions.flatMap(({ name: version, storage }) => (storage ? [version] : []));
}

function hasDifferentSchemas({ versions }: Crd): boolean {
  const [first, ...others] = versions.filter(({ served, storage }) => served || storage);
  return first !== undefined && others.some(({ schema }) => !isSameSchema(schema, first.schema));
}

/** Returns fields that differ between versions without a conversion, such as `v1 and v2: spec.size`. */
function servedDifferences({ versions, isConverted }: Crd): readonly string[] {
  if (isConverted) return [];
  const served = versions.filter((each) => each.served && !isAlpha(each.name));
  return served.flatMap((one, index) =>
    served.slice(index + 1).flatMap((other) => {
      const found = [...compareSchemas(one.schema, other.schema), ...compareSchemas(other.schema, one.schema)];
      const paths = found.flatMap(({ rule, place }) => (rule.breaks === 'readers' ? [] : [place.path]));
      return [...new Set(paths)].toSorted().map((path) => `${one.name} and ${other.name}: ${path}`);
    }),
  );
}
