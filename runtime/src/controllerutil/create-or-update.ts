import type { KubernetesObject, ObjectMeta } from '../api/object.js';
import type { KindHandle } from '../api/resource.js';
import type { Client } from '../client/client.js';
import type { WriteOptions } from '../client/options.js';
import type { Stored } from '../client/stored.js';
import { mergeFrom, type MergeFromOptions } from '../client/merge-patch.js';
import { keyOf } from '../client/requests.js';
import { clone } from '../json/copy.js';
import { deepEqual } from '../json/deep-equal.js';
import { findHidden } from './hidden-object.js';
import { splitStatus } from './split-status.js';

/**
 * Result of `createOrUpdate` and `createOrPatch`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#OperationResult
 */
export type OperationResult = 'unchanged' | 'created' | 'updated' | 'updatedStatus' | 'updatedStatusOnly';

/** Result of an operation, and the object. */
export interface Operation<T extends KubernetesObject> {
  /** Result; also `unchanged` if the API server found no change. */
  readonly result: OperationResult;
  /** Object as it is stored now. */
  readonly object: Stored<T>;
}

/** Changes an object in place to its desired state: the object that was read, or the object to create. */
export type MutateFn<T extends KubernetesObject> = (
  object: T & { metadata: ObjectMeta & { name: string } },
) => Promise<void> | void;

/**
 * Reads an object, lets `mutate` change it, and updates it if that changed anything; creates it if it does not exist.
 * Fields that `mutate` does not change are kept, such as those that the API server has set: assign individual fields,
 * not whole sections that the server completes. See
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#CreateOrUpdate
 *
 * If the object exists but the cache does not contain it, because someone has removed or changed a label by which the
 * cache selects, it is read from the server and updated, and gets the labels back that it would be created with. This
 * requires that the operator owns it: it has an owner that `mutate` sets, or a field of the client's field manager.
 * @param object its name and namespace identify the object; if no such object exists, `mutate` starts from this one
 * @throws ApiError `isConflict` or `isAlreadyExists` if another client was faster: the next reconcile sees its changes
 * @throws ApiError `isAlreadyExists` if the object lacks such labels and is not one of this operator
 * @throws TypeError if `mutate` changes the name or the namespace
 */
export async function createOrUpdate<T extends KubernetesObject>(
  client: Client,
  kind: KindHandle<T>,
  object: T,
  mutate: MutateFn<T>,
  options: WriteOptions = {},
): Promise<Operation<T>> {
  const change = async (found: Stored<T>, mutateFound: MutateFn<T>): Promise<Operation<T>> => {
    const wanted = await mutated(found, mutateFound);
    if (deepEqual(found, wanted)) return { result: 'unchanged', object: found };
    const stored = await client.update(kind, wanted, options);
    return { result: isSameVersion(found, stored) ? 'unchanged' : 'updated', object: stored };
  };
  return createOrChange({ client, kind, object, mutate, options, change });
}

/**
 * Creates or changes an object as `createOrUpdate` does, but sends merge patches of what `mutate` changed: one of the
 * object, and one of its status if that changed too. Without `optimisticLock` there are no conflicts, and concurrent
 * changes to the same list may be lost. The status of a created object is left to the next call.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil#CreateOrPatch
 * @throws ApiError `isAlreadyExists` if another client created the object in the meantime, or it lacks labels by which
 * the cache selects and is not one of this operator
 * @throws TypeError if `mutate` changes the name or the namespace
 */
export async function createOrPatch<T extends KubernetesObject>(
  client: Client,
  kind: KindHandle<T>,
  object: T,
  mutate: MutateFn<T>,
  { optimisticLock, ...options }: WriteOptions & MergeFromOptions = {},
): Promise<Operation<T>> {
  const change = (found: Stored<T>, mutateFound: MutateFn<T>): Promise<Operation<T>> =>
    patchChanges({ client, kind, options, optimisticLock }, found, mutateFound);
  return createOrChange({ client, kind, object, mutate, options, change });
}

interface PatchParts<T extends KubernetesObject> extends MergeFromOptions {
  readonly client: Client;
  readonly kind: KindHandle<T>;
  readonly options: WriteOptions;
}

async function patchChanges<T extends KubernetesObject>(
  { client, kind, options, optimisticLock }: PatchParts<T>,
  found: Stored<T>,
  mutate: MutateFn<T>,
): Promise<Operation<T>> {
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

interface Parts<T extends KubernetesObject> {
  readonly client: Client;
  readonly kind: KindHandle<T>;
  readonly object: T;
  readonly mutate: MutateFn<T>;
  readonly options: WriteOptions;
  /** Lets the function change an object that was found, and writes the changes. */
  readonly change: (found: Stored<T>, mutate: MutateFn<T>) => Promise<Operation<T>>;
}

async function createOrChange<T extends KubernetesObject>(parts: Parts<T>): Promise<Operation<T>> {
  const { client, kind, object, mutate, options, change } = parts;
  const found = await client.getOrNull(kind, keyOf(object), { signal: options.signal });
  if (found !== null) return change(found, mutate);
  const created = await mutated(object, mutate);
  try {
    return { result: 'created', object: await client.create(kind, created, options) };
  } catch (refusal) {
    const { live, missing } = await findHidden(client, kind, { created, refusal }, options);
    return change(live, async (copy) => {
      await mutate(copy);
      copy.metadata.labels = { ...copy.metadata.labels, ...missing };
    });
  }
}

/** Returns a copy that `mutate` has changed. */
async function mutated<T extends KubernetesObject>(object: T, mutate: MutateFn<T>): Promise<T> {
  const copy = clone(object) as Parameters<MutateFn<T>>[0];
  await mutate(copy);
  const [before, after] = [keyOf(object), keyOf(copy)];
  if (after.name !== before.name || after.namespace !== before.namespace) {
    throw new TypeError(`${before.name}: the function must not change the name or the namespace of the object`);
  }
  return copy;
}

function isSameVersion(one: Stored<KubernetesObject>, other: Stored<KubernetesObject>): boolean {
  return one.metadata.resourceVersion === other.metadata.resourceVersion;
}
