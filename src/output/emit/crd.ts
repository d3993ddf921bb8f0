import type { Kind, KindVersion } from '../../base/model/kind.js';
import { objectFields } from '../../base/model/object-fields.js';
import type { DescriptionPolicy } from '../../base/model/schema.js';
import { trimDescriptions } from './descriptions.js';
import { emitSchema } from './schema.js';
import { sortKeys, toYaml } from '../../base/text/yaml.js';

/** Settings of a project for its CustomResourceDefinitions. */
export interface CrdOptions {
  /** The policy for descriptions, unless a type or a field overrides it. */
  readonly descriptions?: DescriptionPolicy;
  /** Maximum size as JSON, in bytes. The most deeply nested descriptions are dropped first until the object fits. */
  readonly maxBytes?: number;
}

/**
 * A CustomResourceDefinition as text, and its size as JSON, the form in which it is stored and kept by `kubectl apply`.
 */
export interface EmittedCrd {
  readonly text: string;
  readonly bytes: number;
}

/** Returns the CustomResourceDefinition of a kind. */
export function emitCrd(kind: Kind, toolVersion: string, options: CrdOptions = {}): EmittedCrd {
  const crd = crdOf(kind, toolVersion, options.descriptions);
  const schemas = crd.spec.versions.map(({ schema }) => schema.openAPIV3Schema);
  const bytes = trimDescriptions(crd, schemas, options.maxBytes ?? Infinity);
  return { text: toYaml(sortKeys(crd)), bytes };
}

/**
 * Returns the CustomResourceDefinition of a kind as the object that the API server expects (apiextensions.k8s.io/v1).
 */
function crdOf(kind: Kind, toolVersion: string, descriptions?: DescriptionPolicy) {
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
        listKind: kind.listKind,
        plural: kind.plural,
        shortNames: nonEmpty(kind.shortNames),
        singular: kind.singular,
      },
      scope: kind.scope,
      versions: kind.versions.map((each) => versionOf(each, descriptions)),
    },
  };
}

function versionOf(version: KindVersion, descriptions?: DescriptionPolicy) {
  const { schema, objectFields: ofEveryObject = objectFields } = version;
  const properties = [...ofEveryObject, ...(schema.properties ?? [])];
  return {
    // Defaults are omitted.
    additionalPrinterColumns: nonEmpty(
      version.printColumns.map(({ priority, ...each }) => ({
        ...each,
        priority: priority === 0 ? undefined : priority,
      })),
    ),
    deprecated: version.deprecated && true,
    deprecationWarning: version.deprecated?.warning,
    name: version.name,
    schema: { openAPIV3Schema: emitSchema({ ...schema, properties }, descriptions) },
    selectableFields: nonEmpty(version.selectableFields.map((jsonPath) => ({ jsonPath }))),
    served: version.served,
    storage: version.storage,
    subresources:
      version.status || version.scale ? { scale: version.scale, status: version.status ? {} : undefined } : undefined,
  };
}

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

function nonEmptyMap(map: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  return Object.keys(map).length > 0 ? map : undefined;
}
