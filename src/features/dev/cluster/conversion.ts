import type { Client } from '@operator-gen/runtime';
import { listAt, objectAt, objectsAt, textAt, valueAt } from '../../../base/model/json-at.js';
import { nameOf } from '../../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../../base/model/schema.js';

/** A definition for a cluster without the operator that converts its objects. */
export interface WithoutOperator {
  readonly definition: JsonObject;
  /** The consequence for its user; undefined if there is none. */
  readonly note?: string;
}

/**
 * Returns a definition whose operator is about to end. The API server must never convert by changing the name of the version alone,
 * as it does without a conversion: a write through another version would remove all fields that only the stored one has.
 * @param definition as `config/default` has it
 */
export async function withoutOperator(client: Client, definition: JsonObject): Promise<WithoutOperator> {
  if (await hasService(client, definition)) return { definition };
  const name = nameOf(definition);
  const versions = objectsAt(definition, 'spec', 'versions');
  const storage = textAt(versions.find((each) => valueAt(each, 'storage') === true) ?? {}, 'name');
  const stored = await storedVersions(client, name);
  if (stored.some((each) => each !== storage)) {
    const others = stored.filter((each) => each !== storage).join(' and ');
    return {
      definition,
      note: `${name}: its objects can be read only while the operator runs, because some are stored in ${others}`,
    };
  }
  return {
    definition: storageOnly(definition),
    note: `${name} is served in ${storage} alone until the operator converts its objects: dev, or a deployed one`,
  };
}

/** Returns a definition that is served in its storage version alone, so that nothing has to be converted. */
export function storageOnly(definition: JsonObject): JsonObject {
  const { conversion: _, ...spec } = objectAt(definition, 'spec');
  const versions = objectsAt(spec, 'versions').map((each) =>
    valueAt(each, 'storage') === true ? each : { ...each, served: false },
  );
  return { ...definition, spec: { ...spec, versions } };
}

/** Reports whether the Service that converts the objects of a definition is in the cluster. */
async function hasService(client: Client, definition: JsonObject): Promise<boolean> {
  const service = objectAt(definition, 'spec', 'conversion', 'webhook', 'clientConfig', 'service');
  const [name, namespace] = [textAt(service, 'name'), textAt(service, 'namespace')];
  if (name === '') return false;
  const kind = await client.kindOf({ apiVersion: 'v1', kind: 'Service' });
  return (await client.getOrNull(kind, { name, namespace })) !== null;
}

/** Returns the versions in which objects are stored; none if the definition is not in the cluster. */
async function storedVersions(client: Client, name: string): Promise<readonly string[]> {
  const kind = await client.kindOf({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' });
  const found = (await client.getOrNull(kind, { name })) as unknown as JsonObject | null;
  return found === null ? [] : listAt(found, 'status', 'storedVersions').filter((each) => typeof each === 'string');
}
