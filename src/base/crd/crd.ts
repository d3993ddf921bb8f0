import { objectAt, objectsAt, textAt, textsAt } from '../model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../model/schema.js';

/** The parts of a CustomResourceDefinition that are compared. Any tool can have written it. */
export interface Crd {
  /** Such as `webservers.example.com`. */
  readonly name: string;
  readonly group: string;
  readonly scope: string;
  readonly names: CrdNames;
  readonly versions: readonly CrdVersion[];
  /** Whether a webhook converts objects between versions. */
  readonly isConverted: boolean;
  /** Whether unknown fields of all versions are stored, as before `apiextensions.k8s.io/v1`. */
  readonly keepsUnknownFields: boolean;
  /** Versions in which objects are stored; known only for a CRD in a cluster. */
  readonly storedVersions: readonly string[];
  /** The whole object. */
  readonly object: JsonObject;
}

/** Names of a kind. */
export interface CrdNames {
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/** One version of a kind. */
export interface CrdVersion {
  readonly name: string;
  /** Index in the list of versions. */
  readonly index: number;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly schema: CrdSchema;
  /** Keys are the names of columns. */
  readonly printColumns: ReadonlyMap<string, JsonObject>;
  readonly selectableFields: readonly string[];
  readonly hasStatus: boolean;
  readonly scale: JsonObject | undefined;
}

/** A schema as it is written in a CustomResourceDefinition. */
export type CrdSchema = JsonObject;

/** Returns the parts of a CustomResourceDefinition; undefined for any other value. */
export function readCrd(value: JsonValue | undefined): Crd | undefined {
  if (value === undefined || !isObject(value) || value['kind'] !== 'CustomResourceDefinition') return undefined;
  if (value['apiVersion'] !== 'apiextensions.k8s.io/v1') return undefined;
  const spec = objectAt(value, 'spec');
  const names = objectAt(spec, 'names');
  const [group, kind, plural] = [textAt(spec, 'group'), textAt(names, 'kind'), textAt(names, 'plural')];
  if (group === '' || kind === '' || plural === '') return undefined;
  return {
    name: `${plural}.${group}`,
    group,
    scope: textAt(spec, 'scope'),
    names: {
      kind,
      plural,
      listKind: textAt(names, 'listKind') || `${kind}List`,
      singular: textAt(names, 'singular') || kind.toLowerCase(),
      shortNames: textsAt(names, 'shortNames'),
      categories: textsAt(names, 'categories'),
    },
    versions: objectsAt(spec, 'versions').map(versionOf),
    isConverted: textAt(spec, 'conversion', 'strategy') === 'Webhook',
    keepsUnknownFields: spec['preserveUnknownFields'] === true,
    storedVersions: textsAt(value, 'status', 'storedVersions'),
    object: value,
  };
}

function versionOf(version: JsonObject, index: number): CrdVersion {
  const subresources = objectAt(version, 'subresources');
  const columns = objectsAt(version, 'additionalPrinterColumns');
  return {
    name: textAt(version, 'name'),
    index,
    served: version['served'] === true,
    storage: version['storage'] === true,
    deprecated: version['deprecated'] === true,
    schema: rootSchema(objectAt(version, 'schema', 'openAPIV3Schema')),
    printColumns: new Map(columns.map((each) => [textAt(each, 'name'), each])),
    selectableFields: objectsAt(version, 'selectableFields').map((each) => textAt(each, 'jsonPath')),
    hasStatus: subresources['status'] !== undefined,
    scale: subresources['scale'] === undefined ? undefined : objectAt(subresources, 'scale'),
  };
}

/** Fields that the API server itself defines and requires in all objects. */
const objectFields: JsonObject = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: { type: 'object' },
};

/** Returns the schema of a version, with the fields that all objects have, which a schema need not list. */
function rootSchema(schema: CrdSchema): CrdSchema {
  if (Object.keys(schema).length === 0) return schema;
  const { required: _, ...rest } = schema;
  const required = textsAt(schema, 'required').filter((name) => !Object.hasOwn(objectFields, name));
  return {
    ...rest,
    ...(required.length > 0 && { required }),
    properties: { ...objectFields, ...objectAt(schema, 'properties') },
  };
}
