import type { Client } from '@operator-gen/runtime';
import { listAt, objectAt, textAt } from '../../../base/model/json-at.js';
import { isCrd, nameOf, namespaceOf } from '../../../base/model/kubernetes-object.js';
import { isObject, type JsonObject } from '../../../base/model/schema.js';
import type { ConditionRow } from '../show/message.js';

/** Objects of a kind that are shown. */
const mostObjects = 200;

/** Returns the conditions of all objects of the kinds that a project defines. */
export async function conditionsOf(client: Client, objects: readonly JsonObject[]): Promise<readonly ConditionRow[]> {
  const rows = await Promise.all(objects.filter(isCrd).map((each) => rowsOf(client, each)));
  return rows.flat();
}

/** Returns the objects of a kind, in its stored version. */
export async function objectsOf(client: Client, definition: JsonObject, most: number): Promise<readonly JsonObject[]> {
  const spec = objectAt(definition, 'spec');
  const versions = listAt(spec, 'versions').filter(isObject);
  const stored = versions.find((each) => each['storage'] === true) ?? versions[0];
  const kind = textAt(spec, 'names', 'kind');
  const handle = await client.kindOf({ apiVersion: `${textAt(spec, 'group')}/${textAt(stored, 'name')}`, kind });
  const { items } = await client.list(handle, { limit: most });
  return (items as readonly unknown[] as readonly JsonObject[]).slice(0, most);
}

async function rowsOf(client: Client, definition: JsonObject): Promise<readonly ConditionRow[]> {
  const kind = textAt(definition, 'spec', 'names', 'kind');
  return (await objectsOf(client, definition, mostObjects)).map((item) => ({
    kind,
    object: namespaceOf(item) === '' ? nameOf(item) : `${namespaceOf(item)}/${nameOf(item)}`,
    conditions: listAt(item, 'status', 'conditions').map((each) => ({
      type: textAt(each, 'type'),
      status: textAt(each, 'status'),
      reason: textAt(each, 'reason'),
      message: textAt(each, 'message'),
    })),
  }));
}
