import type { Kind, KindVersion } from '../model/kind.js';
import type { Property } from '../model/schema.js';
import { emitSchema } from './schema.js';
import { sortKeys, toYaml } from './yaml.js';

/** The CustomResourceDefinition of a kind, as text. */
export function emitCrd(kind: Kind, toolVersion: string): string {
  return toYaml(sortKeys(crdOf(kind, toolVersion)));
}

/** The CustomResourceDefinition of a kind, as the object that the API server takes (apiextensions.k8s.io/v1). */
export function crdOf(kind: Kind, toolVersion: string): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      annotations: { ...kind.annotations, 'operator-gen/version': toolVersion },
      labels: nonEmptyMap(kind.labels),
      name: `${kind.plural}.${kind.group}`,
    },
    spec: {
      group: kind.group,
      names: {
        categories: nonEmpty(kind.categories),
        kind: kind.kind,
        listKind: `${kind.kind}List`,
        plural: kind.plural,
        shortNames: nonEmpty(kind.shortNames),
        singular: kind.singular,
      },
      scope: kind.scope,
      versions: kind.versions.map(versionOf),
    },
  };
}

function versionOf(version: KindVersion): object {
  const { schema } = version;
  const properties = [...typeMeta, ...(schema.properties ?? [])];
  return {
    additionalPrinterColumns: nonEmpty(version.printColumns),
    deprecated: version.deprecated && true,
    deprecationWarning: version.deprecated?.warning,
    name: version.name,
    schema: { openAPIV3Schema: emitSchema({ ...schema, properties }) },
    selectableFields: nonEmpty(version.selectableFields.map((jsonPath) => ({ jsonPath }))),
    served: version.served,
    storage: version.storage,
    subresources:
      version.status || version.scale ? { scale: version.scale, status: version.status ? {} : undefined } : undefined,
  };
}

/** The fields that every object has. Of `metadata` the API server allows a CRD to say nothing but its type. */
const typeMeta: readonly Property[] = [
  {
    name: 'apiVersion',
    required: false,
    schema: { type: 'string', description: 'The group and version of this object, as `group/version`.' },
  },
  {
    name: 'kind',
    required: false,
    schema: { type: 'string', description: 'The kind of this object, in PascalCase.' },
  },
  { name: 'metadata', required: false, schema: { type: 'object' } },
];

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

function nonEmptyMap(map: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  return Object.keys(map).length > 0 ? map : undefined;
}
