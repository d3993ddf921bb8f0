import type { Kind, KindVersion } from '../model/kind.js';
import { isScalar, type JsonObject, type JsonValue, type Property } from '../model/schema.js';
import { exampleOf, fieldsToShow } from './example.js';
import { toYaml } from './yaml.js';

/** A sample, and the required fields for which no valid value was found. */
export interface SampleResult {
  readonly text: string;
  readonly object: JsonObject;
  /** Required top-level fields that were omitted. The sample fits its schema if there are none. */
  readonly missing: readonly Property[];
}

/** Returns an object of a kind that fits its schema, for users to apply and edit. */
export function emitSample(kind: Kind, version: KindVersion, projectName: string): SampleResult {
  const fields = (version.schema.properties ?? []).filter(({ name }) => name !== 'status');
  const values = fields.map((field) => ({ field, value: shownExample(field) }));
  const object: JsonObject = {
    apiVersion: `${kind.group}/${version.name}`,
    kind: kind.kind,
    metadata: {
      labels: { 'app.kubernetes.io/managed-by': 'kustomize', 'app.kubernetes.io/name': projectName },
      name: sampleName(kind, version),
    },
    ...Object.fromEntries(
      values.flatMap(({ field, value }): readonly (readonly [string, JsonValue])[] =>
        value === undefined ? [] : [[field.name, value]],
      ),
    ),
  };
  const missing = values.filter(({ field, value }) => field.required && value === undefined).map(({ field }) => field);
  return { object, text: printSample(object), missing };
}

/** Returns the text of a sample. */
export function printSample(object: JsonObject): string {
  return toYaml(object);
}

/**
 * Returns the name of a sample. It differs between versions, because two samples of one name would be the same object.
 */
function sampleName({ kind, versions }: Kind, { name, storage }: KindVersion): string {
  const sample = `${kind.toLowerCase()}-sample`;
  return versions.length === 1 || storage ? sample : `${sample}-${name}`;
}

/** Returns the example of a property, with the optional scalars of the first level, which users usually want to set. */
function shownExample({ name, required, schema }: Property): JsonValue | undefined {
  const example = required || name === 'spec' ? exampleOf(schema, name) : undefined;
  if (example === undefined || schema.properties === undefined || typeof example !== 'object') return example;
  const given = new Map<string, JsonValue>(Object.entries(example ?? {}));
  const isShown = (property: Property): boolean => given.has(property.name) || isScalar(property.schema);
  const shown = fieldsToShow(schema, isShown).flatMap((property): [string, JsonValue][] => {
    const value = given.get(property.name) ?? exampleOf(property.schema, property.name);
    return value === undefined ? [] : [[property.name, value]];
  });
  return Object.fromEntries(shown);
}
