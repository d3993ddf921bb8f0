import { readCrd, type Crd } from '../../src/base/crd/crd.js';
import type { JsonObject } from '../../src/base/model/schema.js';

/** The parts of a CRD that differ from the default one. */
export interface DefinitionParts {
  readonly kind?: string;
  readonly names?: JsonObject;
  readonly scope?: string;
  readonly spec?: JsonObject;
  readonly root?: JsonObject;
  readonly version?: JsonObject;
  readonly metadata?: JsonObject;
  readonly versions?: readonly JsonObject[];
}

/** Returns a CRD as a user has it, with these fields of `spec` or another schema. */
export function definitionObject(parts: DefinitionParts = {}): JsonObject {
  const { kind = 'Thing', scope = 'Namespaced', spec = { type: 'object' }, version = {}, metadata = {} } = parts;
  const plural = `${kind.toLowerCase()}s`;
  const root: JsonObject = parts.root ?? { type: 'object', properties: { spec } };
  const first: JsonObject = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: root }, ...version };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com`, ...metadata },
    spec: {
      group: 'example.com',
      names: { kind, plural, ...parts.names },
      scope,
      versions: parts.versions ?? [first],
    },
  };
}

export function definition(parts: DefinitionParts = {}): Crd {
  return readCrd(definitionObject(parts))!;
}

/** Returns an object schema with these properties. */
export function objectWith(properties: Readonly<Record<string, JsonObject>>, others: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...others };
}
