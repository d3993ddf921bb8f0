import { objectAt, objectsAt, own, textAt } from '../../base/model/json-at.js';
import { asStored } from './as-stored.js';
import { sortedNames } from './shapes.js';
import { foreignAnnotations } from './kind-class.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';

/**
 * Returns a CRD in normalized form, for comparison: as the API server completes it, but without annotations of the
 * generator, the conversion, which a project's manifests patch, and the descriptions of the three fields of every
 * object.
 */
export function normalCrd(crd: JsonObject): JsonObject {
  const spec = objectAt(crd, 'spec');
  const names = objectAt(spec, 'names');
  const kind = textAt(names, 'kind');
  const metadata = objectAt(crd, 'metadata');
  const annotations = Object.entries(objectAt(metadata, 'annotations')).filter(
    ([key]) => !foreignAnnotations.test(key),
  );
  return {
    name: textAt(metadata, 'name'),
    annotations: Object.fromEntries(annotations),
    labels: objectAt(metadata, 'labels'),
    group: textAt(spec, 'group'),
    scope: textAt(spec, 'scope'),
    names: { singular: kind.toLowerCase(), listKind: `${kind}List`, ...withoutEmpty(names) },
    versions: objectsAt(spec, 'versions').map(normalVersion).toSorted(byName),
  };
}

const byName = (one: JsonObject, other: JsonObject): number => (textAt(one, 'name') < textAt(other, 'name') ? -1 : 1);

function normalVersion(version: JsonObject): JsonObject {
  const { schema: _, subresources: __, ...others } = version;
  const subresources = withoutEmpty(objectAt(version, 'subresources'), ['scale']);
  return {
    ...withoutEmpty(others),
    ...(version['deprecated'] === false ? { deprecated: undefined as never } : {}),
    additionalPrinterColumns: objectsAt(version, 'additionalPrinterColumns').map(({ priority, ...column }) => ({
      ...column,
      ...(priority === 0 || priority === undefined ? {} : { priority }),
    })),
    ...(Object.keys(subresources).length === 0 ? {} : { subresources }),
    schema: normalRoot(asStored(objectAt(version, 'schema', 'openAPIV3Schema'))),
  };
}

function withoutEmpty(object: JsonObject, keys: readonly string[] = Object.keys(object)): JsonObject {
  const isEmpty = (value: JsonValue): boolean =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return Object.fromEntries(
    Object.entries(object).filter(([key, value]) => !(keys.includes(key) && (value === null || isEmpty(value)))),
  );
}

function normalRoot(root: JsonObject): JsonObject {
  const properties = objectAt(root, 'properties');
  const usual = (name: string, type: string): JsonObject => {
    const { description: _, ...schema }: JsonObject = { type, ...objectAt(properties, name) };
    return schema;
  };
  const all = {
    ...properties,
    apiVersion: usual('apiVersion', 'string'),
    kind: usual('kind', 'string'),
    metadata: usual('metadata', 'object'),
  };
  return { ...root, properties: all };
}

/** A difference between two values. */
export interface Difference {
  readonly path: readonly string[];
  readonly expected: JsonValue | undefined;
  readonly actual: JsonValue | undefined;
}

/** Returns the differences between two values. The order of names in `required` does not count. */
export function differences(
  expected: JsonValue | undefined,
  actual: JsonValue | undefined,
  path: readonly string[] = [],
): readonly Difference[] {
  if (expected === undefined && actual === undefined) return [];
  if (isObject(expected) && isObject(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) => differences(own(expected, key), own(actual, key), [...path, key]));
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    const isSet = path.at(-1) === 'required' && path.at(-2) !== 'properties';
    const [one, other] = isSet ? [sortedNames(expected), sortedNames(actual)] : [expected, actual];
    return (one as readonly JsonValue[]).flatMap((each, index) =>
      differences(each, other[index] as JsonValue, [...path, String(index)]),
    );
  }
  return JSON.stringify(expected) === JSON.stringify(actual) ? [] : [{ path, expected, actual }];
}
