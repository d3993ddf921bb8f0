import { emitSchema } from '../../src/emit/schema.js';
import type { Argument } from '../../src/markers/argument.js';
import type { Marker, Parameter } from '../../src/markers/marker.js';
import type { Schema } from '../../src/model/schema.js';

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

/** The keywords or fields that a marker writes, as they are named in YAML. */
export function emittedBy(marker: Marker): readonly string[] {
  const values = marker.parameters.flatMap(samplesOf) as never[];
  switch (marker.on) {
    case 'schema':
      return keysSet((schema: Schema) => marker.apply(schema, values)).flatMap((key) =>
        Object.keys(emitSchema({ [key]: [] })),
      );
    case 'kind':
      return keysSet((kind: never) => marker.apply(kind, values)).map(
        (key) => kindPaths[key] ?? `spec.versions[].${key}`,
      );
    case 'rbac':
      return ['a rule in `config/rbac/role.yaml`'];
  }
}

/** The keys that a function sets on an object whose missing values are empty lists. */
function keysSet<T extends object>(change: (target: T) => unknown): readonly string[] {
  const keys = new Set<string>();
  const target = new Proxy<Record<PropertyKey, unknown>>(
    {},
    {
      get: (own, key) => own[key] ?? [],
      set: (own, key, value) => {
        keys.add(String(key));
        own[key] = value;
        return true;
      },
    },
  );
  const refusal = change(target as T);
  if (typeof refusal === 'string') throw new Error(`the sample was refused: ${refusal}`);
  return [...keys];
}

function samplesOf({ argument, rest }: Parameter): unknown[] {
  const sample = sampleValue(argument);
  return rest === true && Array.isArray(sample) ? sample : [sample];
}

function sampleValue(argument: Argument): unknown {
  switch (argument.type) {
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'string':
    case 'pattern':
      return 'text';
    case 'json':
      return 'text';
    case 'choice':
      return argument.values[0];
    case 'list':
      return [sampleValue(argument.of)];
    case 'object':
      return Object.fromEntries(
        Object.entries(argument.fields).map(([name, field]) => [name, sampleValue(field.argument)]),
      );
  }
}
