import { emitSchema } from '../../src/emit/schema.js';
import type { Argument } from '../../src/markers/argument.js';
import type { KindDraft, Marker, Parameter, SchemaTarget } from '../../src/markers/marker.js';
import type { Schema, SchemaType } from '../../src/model/schema.js';

// What a marker writes is not said twice: it is applied to an empty schema, or to an empty kind, and what it set is read.

/** Where the parts of a kind stand in its CRD; what is not named here is a field of the version. */
const kindPaths: Readonly<Record<string, string>> = {
  plural: 'spec.names.plural',
  singular: 'spec.names.singular',
  shortNames: 'spec.names.shortNames',
  categories: 'spec.names.categories',
  scope: 'spec.scope',
  groupVersion: 'spec.group, spec.versions[].name',
  status: 'spec.versions[].subresources.status',
  scale: 'spec.versions[].subresources.scale',
  printColumns: 'spec.versions[].additionalPrinterColumns',
};

const types: Readonly<Record<SchemaTarget, SchemaType>> = {
  number: 'integer',
  string: 'string',
  array: 'array',
  object: 'object',
  any: 'string',
};

/** Texts that markers take, each for another reason: the first that is not refused will do. */
const texts = ['text', 'key=value', '.spec.text', 'https://example.com'];

/**
 * The keywords or fields that a marker writes, as they are named in YAML.
 * @throws Error when the marker refuses every sample: then one that it takes belongs to the texts above
 */
export function emittedBy(marker: Marker): readonly string[] {
  const tried = texts.map((text) => marker.parameters.flatMap((each) => samplesOf(each, text)) as never[]);
  switch (marker.on) {
    case 'schema':
      return keysSet(marker, tried, { type: types[marker.target] }, (schema: Schema, values) =>
        marker.apply(schema, values),
      ).flatMap((key) => Object.keys(emitSchema({ [key]: [] })));
    case 'kind':
      return keysSet(marker, tried, {}, (kind: KindDraft, values) => marker.apply(kind, values)).map(
        (key) => kindPaths[key] ?? `spec.versions[].${key}`,
      );
    case 'rbac':
      return ['a rule in `config/rbac/role.yaml`'];
  }
}

/** The keys that a marker sets on an object whose missing values are empty lists. */
function keysSet<T extends object>(
  { name }: Marker,
  tried: readonly (readonly never[])[],
  start: Partial<T>,
  change: (target: T, values: readonly never[]) => string | undefined,
): readonly string[] {
  for (const values of tried) {
    const keys = new Set<string>();
    const target = new Proxy<Record<PropertyKey, unknown>>(
      { ...start },
      {
        get: (own, key) => own[key] ?? [],
        set: (own, key, value) => {
          keys.add(String(key));
          own[key] = value;
          return true;
        },
      },
    );
    if (typeof change(target as T, values) !== 'string') return [...keys];
  }
  throw new Error(`${name} refuses every sample`);
}

function samplesOf({ argument, rest }: Parameter, text: string): unknown[] {
  const sample = sampleValue(argument, text);
  return rest === true && Array.isArray(sample) ? sample : [sample];
}

function sampleValue(argument: Argument, text: string): unknown {
  switch (argument.type) {
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'string':
    case 'pattern':
    case 'json':
      return text;
    case 'choice':
      return argument.values[0];
    case 'list':
      return [sampleValue(argument.of, text)];
    case 'object':
      return Object.fromEntries(
        Object.entries(argument.fields).map(([name, field]) => [name, sampleValue(field.argument, text)]),
      );
  }
}
