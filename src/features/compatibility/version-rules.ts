import { textAt } from '../../base/model/json-at.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { Difference, VersionRule } from './change.js';
import { compareSchemas } from './compare-schemas.js';
import { isEqual, without } from '../../base/crd/equal.js';
import type { CrdVersion } from '../../base/crd/crd.js';

/** Versions, their subresources, columns and selectable fields. */
export const versionRules: readonly VersionRule[] = [
  {
    id: 'version-removed',
    what: 'the version was removed',
    breaks: 'clients',
    find: (before, after) => (before.served && after === undefined ? {} : undefined),
  },
  {
    id: 'version-not-served',
    what: 'the version is no longer served',
    breaks: 'clients',
    find: (before, after) => (before.served && after?.served === false ? { before: true, after: false } : undefined),
  },
  {
    id: 'stored-version-removed',
    what: 'objects are stored in this version, which was removed: the API server rejects the definition',
    breaks: 'stored-objects',
    find: (before, after, { before: { storedVersions } }) =>
      after === undefined && (before.storage || storedVersions.includes(before.name)) ? {} : undefined,
  },
  {
    id: 'storage-version-changed',
    what: 'objects lose fields or are rejected, because another version is stored without a conversion',
    breaks: 'stored-objects',
    find: (before, after, { after: crd }) => {
      const now = crd.versions.find(({ storage }) => storage);
      if (!before.storage || after === undefined || after.storage || now === undefined || crd.isConverted) {
        return undefined;
      }
      const isLossless = compareSchemas(after.schema, now.schema).every(({ rule }) => rule.breaks === 'readers');
      return isLossless ? undefined : { before: before.name, after: now.name };
    },
  },
  {
    id: 'status-subresource-removed',
    what: 'the status subresource was removed',
    breaks: 'clients',
    find: (before, after) => (before.hasStatus && after?.hasStatus === false ? {} : undefined),
  },
  {
    id: 'status-subresource-added',
    what: 'the status is ignored in requests that are not for the status subresource',
    breaks: 'writers',
    find: (before, after) =>
      !before.hasStatus && after?.hasStatus === true ? { keyword: '.subresources.status' } : undefined,
  },
  {
    id: 'scale-subresource-removed',
    what: 'the scale subresource was removed',
    breaks: 'clients',
    find: (before, after) =>
      before.scale !== undefined && after !== undefined && after.scale === undefined ? {} : undefined,
  },
  {
    id: 'scale-subresource-changed',
    what: 'the scale subresource reads and writes different fields',
    breaks: 'clients',
    find: (before, after) => {
      if (before.scale === undefined || after?.scale === undefined || isSameScale(before.scale, after.scale)) {
        return undefined;
      }
      return { before: before.scale, after: after.scale, keyword: '.subresources.scale' };
    },
  },
  {
    id: 'selectable-field-removed',
    what: 'field selectors with the field are rejected',
    breaks: 'clients',
    find: (before, after) =>
      after && without(before.selectableFields, after.selectableFields).map((path): Difference => ({ before: path })),
  },
  {
    id: 'print-column-removed',
    what: 'the column was removed from the output of kubectl get',
    breaks: 'readers',
    severity: 'warning',
    find: (before, after) =>
      after && columns(before, after, (now) => now === undefined).map((name): Difference => ({ before: name })),
  },
  {
    id: 'print-column-changed',
    what: 'the column shows a different value in the output of kubectl get',
    breaks: 'readers',
    severity: 'warning',
    find: (before, after) =>
      after &&
      columns(before, after, (now, old) => now !== undefined && !isEqual(shown(old), shown(now))).map(
        (name): Difference => ({
          before: textAt(before.printColumns.get(name), 'jsonPath'),
          after: textAt(after.printColumns.get(name), 'jsonPath'),
          keyword: `.additionalPrinterColumns[${[...after.printColumns.keys()].indexOf(name)}]`,
        }),
      ),
  },
];

/** Reports whether a scale subresource still has the same fields. A new selector is an addition. */
function isSameScale(before: JsonObject, after: JsonObject): boolean {
  const old = textAt(before, 'labelSelectorPath');
  const now = old === '' ? '' : textAt(after, 'labelSelectorPath');
  return isEqual({ ...before, labelSelectorPath: old }, { ...after, labelSelectorPath: now });
}

function columns(
  before: CrdVersion,
  after: CrdVersion,
  isConcerned: (now: JsonObject | undefined, old: JsonObject) => boolean,
): readonly string[] {
  return [...before.printColumns].flatMap(([name, old]) =>
    isConcerned(after.printColumns.get(name), old) ? [name] : [],
  );
}

/** Returns the parts of a column that determine its values. */
function shown(column: JsonObject): JsonObject {
  return { jsonPath: textAt(column, 'jsonPath'), type: textAt(column, 'type'), format: textAt(column, 'format') };
}
