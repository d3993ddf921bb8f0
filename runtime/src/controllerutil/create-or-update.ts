import type { KubernetesObject, ObjectMeta } from '../api/object.js';
import type { KindHandle } from '../api/resource.js';
import type { Client, Stored, WriteOptions } from '../client/client.js';
import { mergeFrom, type MergeFromOptions } from '../client/merge-patch.js';
import { keyOf } from '../client/requests.js';
import { clone } from '../json/copy.js';
import { deepEqual } from '../json/deep-equal.js';
import { splitStatus } from './split-status.js';

/** https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#OperationResult */
export type OperationResult = 'unchanged' | 'created' | 'updated' | 'updatedStatus' | 'updatedStatusOnly';

export interface Operation<T extends KubernetesObject> {
  /** `unchanged` as well where the API server found nothing new in what was sent. */
  readonly result: OperationResult;
  /** The object as it is stored now. */
  readonly object: Stored<T>;
}

/** Makes of an object what it should be, in place: of the one that was read, or of the one that is to be created. */
export type MutateFn<T extends KubernetesObject> = (
  object: T & { metadata: ObjectMeta & { name: string } },
) => Promise<void> | void;

/**
 * Reads an object, lets `mutate` change it, and updates it if that changed anything; creates it where it is missing.
 * What `mutate` leaves alone stays as it is, such as what the API server has filled in: assign single fields, not whole
 * parts that the server completes.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#CreateOrUpdate
 * @param object its name and namespace say which object is meant; where that is missing, it is what `mutate` starts from
 * @throws ApiError `isConflict` or `isAlreadyExists` when somebody else was faster: the next reconcile sees what they did
 * @throws TypeError when `mutate` changes the name or the namespace
 */
export async function createOrUpdate<T extends KubernetesObject>(
  client: Client,
  kind: KindHandle<T>,
  object: T,
  mutate: MutateFn<T>,
  options: WriteOptions = {},
): Promise<Operation<T>> {
  const found = await client.getOrNull(kind, keyOf(object), { signal: options.signal });
  if (found === null) return create(client, kind, object, mutate, options);
  const wanted = await mutated(found, mutate);
  if (deepEqual(found, wanted)) return { result: 'unchanged', object: found };
  const stored = await client.update(kind, wanted, options);
  return { result: isSameVersion(found, stored) ? 'unchanged' : 'updated', object: stored };
}

/**
 * As `createOrUpdate`, but sends merge patches of what `mutate` changed: one of the object, and one of its status where
 * that changed too. Without `optimisticLock` it meets no conflict, and a list that others change as well may lose what
 * they did. The status of an object that is created is left to the next call.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#CreateOrPatch
 * @throws ApiError `isAlreadyExists` when somebody else created it meanwhile
 * @throws TypeError when `mutate` changes the name or the namespace
 */
export async function createOrPatch<T extends KubernetesObject>(
  client: Client,
  kind: KindHandle<T>,
  object: T,
  mutate: MutateFn<T>,
  { optimisticLock, ...options }: WriteOptions & MergeFromOptions = {},
): Promise<Operation<T>> {
  const found = await client.getOrNull(kind, keyOf(object), { signal: options.signal });
  if (found === null) return create(client, kind, object, mutate, options);
  const wanted = await mutated(found, mutate);
  const [before, after] = [splitStatus(found), splitStatus(wanted)];
  let stored = found;
  if (!deepEqual(before.rest, after.rest)) {
    const body = mergeFrom(before.rest, { optimisticLock })(after.rest);
    stored = await client.patch(kind, wanted, body, options);
  }
  const rest = !isSameVersion(found, stored);
  const version = stored.metadata.resourceVersion;
  if (!deepEqual(before.status, after.status)) {
    const statusOf = (status: unknown) => ({ metadata: { resourceVersion: version }, status }) as KubernetesObject;
    const body = mergeFrom(statusOf(before.status), { optimisticLock })(statusOf(after.status));
    stored = await client.status.patch(kind, wanted, body, options);
  }
  const status = stored.metadata.resourceVersion !== version;
  return { result: resultOf(rest, status), object: stored };
}

function resultOf(rest: boolean, status: boolean): OperationResult {
  if (rest) return status ? 'updatedStatus' : 'updated';
  return status ? 'updatedStatusOnly' : 'unchanged';
}

async function create<T extends KubernetesObject>(
  client: Client,
  kind: KindHandle<T>,
  object: T,
  mutate: MutateFn<T>,
  options: WriteOptions,
): Promise<Operation<T>> {
  return { result: 'created', object: await client.create(kind, await mutated(object, mutate), options) };
}

/** A copy as `mutate` makes it. */
async function mutated<T extends KubernetesObject>(object: T, mutate: MutateFn<T>): Promise<T> {
  const copy = clone(object) as Parameters<MutateFn<T>>[0];
  await mutate(copy);
  const [before, after] = [keyOf(object), keyOf(copy)];
  if (after.name !== before.name || after.namespace !== before.namespace) {
    throw new TypeError(`${before.name}: what is to change the object must not change its name or its namespace`);
  }
  return copy;
}

function isSameVersion(one: Stored<KubernetesObject>, other: Stored<KubernetesObject>): boolean {
  return one.metadata.resourceVersion === other.metadata.resourceVersion;
}
