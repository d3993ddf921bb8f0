import type { Kind, KindVersion } from '../../base/model/kind.js';
import {
  isObject,
  isScalar,
  type JsonObject,
  type JsonValue,
  type Property,
  type Schema,
} from '../../base/model/schema.js';
import { misfits } from '../../base/values/fits.js';
import { exampleOf, fieldsToShow } from './example.js';
import { sampleName } from './sample-name.js';
import { toYaml } from '../../base/text/yaml.js';

/** A sample, and the required fields for which no valid value was found. */
export interface SampleResult {
  readonly text: string;
  readonly object: JsonObject;
  /** Required top-level fields that were omitted. */
  readonly missing: readonly Property[];
  /** Whether the sample fits its schema, apart from CEL rules. */
  readonly fits: boolean;
}

/** Returns an object of a kind that fits its schema, for users to apply and edit. */
export function emitSample(kind: Kind, version: KindVersion, projectName: string): SampleResult {
  const { name, fits } = sampleName(kind, version);
  const ofEveryObject = {
    apiVersion: `${kind.group}/${version.name}`,
    kind: kind.kind,
    metadata: {
      labels: { 'app.kubernetes.io/managed-by': 'kustomize', 'app.kubernetes.io/name': projectName },
      name,
    },
  };
  const fields = fieldsOf(version);
  const values = fields.map((field) => ({ field, value: shownExample(field) }));
  const shown = values.flatMap(({ field, value }): readonly (readonly [string, JsonValue])[] =>
    value === undefined ? [] : [[field.name, value]],
  );
  const missing = values.filter(({ field, value }) => field.required && value === undefined).map(({ field }) => field);
  const root = rootWith(version.schema, fields, ofEveryObject);
  const least = missing.length > 0 ? undefined : exampleOf(root, kind.kind);
  const object =
    least === undefined
      ? { ...ofEveryObject, ...Object.fromEntries(shown) }
      : extended(root, least as JsonObject, new Map(shown));
  return { object, text: printSample(object), missing, fits: fits && least !== undefined };
}

/** Returns the fields of a sample: those that users set. */
function fieldsOf({ schema: { properties = [] }, status }: KindVersion): readonly Property[] {
  // With the subresource, the API server ignores the status of a new object.
  return properties.filter(({ name, required }) => name !== 'status' || (required && !status));
}

/** Returns the schema of whole objects, with the fields that every object has. */
function rootWith(schema: Schema, fields: readonly Property[], ofEveryObject: JsonObject): Schema {
  const others = Object.entries(ofEveryObject).map(([name, example]): Property => {
    return { name, required: true, schema: { example, preserveUnknownFields: true } };
  });
  return { ...schema, type: 'object', properties: [...others, ...fields] };
}

/** Returns the text of a sample. */
export function printSample(object: JsonObject): string {
  return toYaml(object);
}

/** Returns the example of a property, including the optional scalars of the first level, which users usually set. */
function shownExample({ name, required, schema }: Property): JsonValue | undefined {
  const example = required || name === 'spec' ? exampleOf(schema, name) : undefined;
  if (example === undefined || schema.properties === undefined || !isObject(example)) return example;
  const isShown = (property: Property): boolean => Object.hasOwn(example, property.name) || isScalar(property.schema);
  const shown = fieldsToShow(schema, isShown).flatMap((property): [string, JsonValue][] => {
    const value = Object.hasOwn(example, property.name) ? undefined : exampleOf(property.schema, property.name);
    return value === undefined ? [] : [[property.name, value]];
  });
  return extended(schema, example, new Map(shown));
}

/** Maximum number of fields that are added one by one. */
const mostAdded = 200;

/** Returns a valid object with more fields: all of them if that is valid, or else each one that keeps it valid. */
function extended(schema: Schema, object: JsonObject, more: ReadonlyMap<string, JsonValue>): JsonObject {
  const isValid = (value: JsonObject): boolean => misfits(schema, value).length === 0;
  const whole = inOrder(schema, { ...object, ...Object.fromEntries(more) });
  if (isValid(whole)) return whole;
  return [...more].slice(0, mostAdded).reduce((known, [name, value]) => {
    const next = inOrder(schema, { ...known, ...Object.fromEntries([[name, value]]) });
    return isValid(next) ? next : known;
  }, object);
}

/** Returns an object whose fields are in the order of its schema. */
function inOrder({ properties = [] }: Schema, object: JsonObject): JsonObject {
  const ranks = new Map(properties.map(({ name }, index) => [name, index]));
  const rank = ([name]: readonly [string, unknown]): number => ranks.get(name) ?? ranks.size;
  return Object.fromEntries(Object.entries(object).toSorted((one, other) => rank(one) - rank(other)));
}
