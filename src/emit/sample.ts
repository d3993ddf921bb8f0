import type { Kind, KindVersion } from '../model/kind.js';
import { isScalar, type JsonValue, type Property } from '../model/schema.js';
import { exampleOf, fieldsToShow } from './example.js';
import { toYaml } from './yaml.js';

/** What a sample could not be given: a required field for which no valid value was found. */
export interface SampleResult {
  readonly text: string;
  /** Top-level fields that are required and left out. The sample is valid when there are none. */
  readonly missing: readonly Property[];
}

/** An object of a kind that the API server accepts: what a user applies first, and changes. */
export function emitSample(kind: Kind, version: KindVersion, projectName: string): SampleResult {
  const fields = (version.schema.properties ?? []).filter(({ name }) => name !== 'status');
  const values = fields.map((field) => ({ field, value: shownExample(field) }));
  const text = toYaml({
    apiVersion: `${kind.group}/${version.name}`,
    kind: kind.kind,
    metadata: {
      labels: { 'app.kubernetes.io/managed-by': 'kustomize', 'app.kubernetes.io/name': projectName },
      name: sampleName(kind, version),
    },
    ...Object.fromEntries(
      values.filter(({ value }) => value !== undefined).map(({ field, value }) => [field.name, value]),
    ),
  });
  const missing = values.filter(({ field, value }) => field.required && value === undefined).map(({ field }) => field);
  return { text, missing };
}

/** Versions are written side by side: two samples of one name would be one object, written twice. */
function sampleName({ kind, versions }: Kind, { name, storage }: KindVersion): string {
  const sample = `${kind.toLowerCase()}-sample`;
  return versions.length === 1 || storage ? sample : `${sample}-${name}`;
}

/** As the plain example, and with the optional scalars of the first level, because they are what a user wants to set. */
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
