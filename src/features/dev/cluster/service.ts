import type { Client } from '@operator-gen/runtime';
import { objectAt, textAt } from '../../../base/model/json-at.js';
import type { JsonObject } from '../../../base/model/schema.js';

/** Reports whether the Service that converts the objects of a definition is in the cluster. */
export async function hasService(client: Client, definition: JsonObject): Promise<boolean> {
  const service = objectAt(definition, 'spec', 'conversion', 'webhook', 'clientConfig', 'service');
  const [name, namespace] = [textAt(service, 'name'), textAt(service, 'namespace')];
  if (name === '') return false;
  const kind = await client.kindOf({ apiVersion: 'v1', kind: 'Service' });
  return (await client.getOrNull(kind, { name, namespace })) !== null;
}
