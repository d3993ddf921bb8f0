import { resourceInfo } from '../../api/resource.js';
import type { Client } from '../../client/client.js';
import { isAlreadyExists, isMethodNotSupported, isNotFound } from '../../client/error-reasons.js';
import { NoMatchError } from '../../client/no-match-error.js';
import { messageOf } from '../../errors/causes.js';
import { ConfigError } from '../../errors/config-error.js';
import type { Json } from '../planned-object.js';
import { cleanObject, newOwners, statusFor } from './clean-object.js';
import type { FileObject } from './read-objects.js';

/** Maximum number of rejected objects in a message. */
const mostShown = 20;

/**
 * Creates the objects of a file on a control plane that has none: namespaces that are missing, the objects with their
 * status, references between them, and the state of those that are being deleted.
 * @throws ConfigError that names every object that the API server rejects
 */
export async function createObjects(client: Client, objects: readonly FileObject[]): Promise<void> {
  await createNamespaces(client, objects);
  const uids = new Map<string, string>();
  const created: { readonly source: Json; readonly object: Json }[] = [];
  const problems: string[] = [];
  for (const { place, object: source } of objects) {
    try {
      const object = await createObject(client, await placed(client, source));
      if (source.metadata.uid) uids.set(source.metadata.uid, object.metadata.uid);
      created.push({ source, object });
    } catch (error) {
      problems.push(`${place}: ${explained(error)}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(`--from: ${listed(problems)}`);
  for (const { source, object } of created) await finish(client, source, object, uids);
}

async function createNamespaces(client: Client, objects: readonly FileObject[]): Promise<void> {
  const isNamespace = ({ object }: FileObject): boolean => object.kind === 'Namespace' && object.apiVersion === 'v1';
  const own = new Set(objects.filter(isNamespace).map(({ object }) => object.metadata.name));
  const used = new Set(objects.flatMap(({ object }) => object.metadata.namespace || []));
  for (const name of used) if (!own.has(name)) await createNew(client, namespaceNamed(name));
}

function namespaceNamed(name: string): Json {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } } as Json;
}

/** Returns an object with its namespace: as for kubectl, `default` if it has none. */
async function placed(client: Client, object: Json): Promise<Json> {
  if (object.metadata.namespace) return object;
  const { scope } = resourceInfo(await client.kindOf(object));
  return scope === 'Cluster' ? object : { ...object, metadata: { ...object.metadata, namespace: 'default' } };
}

async function createObject(client: Client, source: Json): Promise<Json> {
  const object = await createNew(client, cleanObject(source));
  if (source['status'] === undefined) return object;
  const { generation } = object.metadata as { readonly generation?: number };
  try {
    const status = statusFor(source, generation);
    return await client.status.update<Json>({ ...object, status });
  } catch (error) {
    // The kind has no status subresource, so that the status was created with the object.
    if (isNotFound(error) || isMethodNotSupported(error) || error instanceof NoMatchError) return object;
    throw new Error(`its status is rejected: ${messageOf(error)}`, { cause: error });
  }
}

/** Creates an object; one that the API server creates by itself, such as the Namespace `default`, is updated. */
async function createNew(client: Client, object: Json): Promise<Json> {
  try {
    return (await client.create(object)) as Json;
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return (await client.patch(object, object, { type: 'merge' })) as Json;
  }
}

/**
 * Adds the owners of an object and the owners of its fields, without which a server-side apply would not remove what it no
 * longer contains, and requests its deletion if it was being deleted.
 */
async function finish(client: Client, source: Json, object: Json, uids: ReadonlyMap<string, string>): Promise<void> {
  const ownerReferences = newOwners(source, uids);
  const { managedFields = [] } = source.metadata;
  if (ownerReferences.length > 0) await client.patch(object, { metadata: { ownerReferences } } as never);
  if (managedFields.length > 0) await client.patch(object, { metadata: { managedFields } } as never);
  if ('deletionTimestamp' in source.metadata) await client.delete(object);
}

function explained(error: unknown): string {
  if (!(error instanceof NoMatchError)) return messageOf(error);
  return `${messageOf(error)}: add its CustomResourceDefinition to the file, or to config/crd/bases`;
}

function listed(problems: readonly string[]): string {
  const left = problems.length - mostShown;
  return `${problems.slice(0, mostShown).join('; ')}${left > 0 ? `; and ${left} more` : ''}`;
}
