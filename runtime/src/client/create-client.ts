import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import { isNotFound } from './api-error.js';
import type {
  Addressable,
  ApplyOptions,
  Client,
  DeleteOptions,
  ListOptions,
  PatchBody,
  PatchOptions,
  PatchType,
  ReadOptions,
  Stored,
  Subresource,
  WriteOptions,
} from './client.js';
import type { ClusterConfig } from './cluster-config.js';
import { parseJson, refuseInexact } from './json.js';
import { listAll, typed } from './list-all.js';
import type { PatchSource } from './merge-patch.js';
import { labelOf, namespaceMissing, resourcePath, type ObjectKey } from './resource-path.js';
import { createTransport, type Transport, type TransportRequest } from './transport.js';

export interface ClientOptions {
  /** Who writes, where a call does not say it: https://kubernetes.io/docs/reference/using-api/server-side-apply/#managers */
  readonly fieldManager?: string;
}

const patchTypes: Readonly<Record<PatchType, string>> = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

/** A client that asks the API server every time. Made from a configuration, it has a transport of its own. */
export function createClient(server: Transport | ClusterConfig, { fieldManager }: ClientOptions = {}): Client {
  const transport = 'send' in server ? server : createTransport(server);
  const call = async <T>(request: TransportRequest): Promise<T> =>
    parseJson<T>(await transport.send(request), request.label);

  const read = async <S>(kind: KindHandle, key: ObjectKey, signal?: AbortSignal, subresource?: string): Promise<S> => {
    const info = resourceInfo(kind);
    const path = resourcePath(info, key, subresource);
    return call({ method: 'GET', path, signal, label: labelFor('get', kind, key, subresource) });
  };

  const create = async <T extends KubernetesObject>(kind: KindHandle<T>, object: T, options: WriteOptions) => {
    const info = resourceInfo(kind);
    const key = keyOf(object);
    const label = labelFor('create', kind, key);
    refuseInexact(object, label);
    if (info.scope === 'Namespaced' && !key.namespace) throw namespaceMissing(info, key);
    const path = resourcePath(info, { namespace: key.namespace });
    const body = JSON.stringify(typed(info, object));
    return call<Stored<T>>({ method: 'POST', path, body, label, ...writeRequest(options) });
  };

  const update = async <T extends KubernetesObject>(
    kind: KindHandle<T>,
    object: T,
    options: WriteOptions,
    subresource?: string,
  ): Promise<Stored<T>> => {
    const info = resourceInfo(kind);
    const label = labelFor('update', kind, keyOf(object), subresource);
    refuseInexact(object, label);
    const path = resourcePath(info, keyOf(object), subresource);
    const body = JSON.stringify(typed(info, object));
    return call({ method: 'PUT', path, body, label, ...writeRequest(options) });
  };

  const patch = async <T extends KubernetesObject>(
    kind: KindHandle<T>,
    target: ObjectKey | Addressable,
    body: PatchBody,
    { type = 'merge', ...options }: PatchOptions,
    subresource?: string,
  ): Promise<Stored<T>> => {
    const key = keyOf(target);
    const label = labelFor('patch', kind, key, subresource);
    const path = resourcePath(resourceInfo(kind), key, subresource);
    const contentType = patchTypes[type];
    const text = JSON.stringify(typeof body === 'function' ? (body as PatchSource)(modifiedOf(target, label)) : body);
    return call({ method: 'PATCH', path, body: text, contentType, label, ...writeRequest(options) });
  };

  const apply = async <T extends KubernetesObject>(
    kind: KindHandle<T>,
    object: T,
    { force, ...options }: ApplyOptions,
    subresource?: string,
  ): Promise<Stored<T>> => {
    const info = resourceInfo(kind);
    const label = labelFor('apply', kind, keyOf(object), subresource);
    refuseInexact(object, label);
    const { query, signal } = writeRequest(options);
    if (query.fieldManager === undefined) throw new TypeError(`${label}: server-side apply needs a fieldManager`);
    return call({
      method: 'PATCH',
      path: resourcePath(info, keyOf(object), subresource),
      query: { ...query, force },
      body: JSON.stringify(appliable(typed(info, object))),
      contentType: 'application/apply-patch+yaml',
      signal,
      label,
    });
  };

  const remove = async (
    kind: KindHandle,
    target: Partial<ObjectKey>,
    options: ListOptions & DeleteOptions,
  ): Promise<void> => {
    const info = resourceInfo(kind);
    const { signal } = options;
    const label = labelFor(target.name === undefined ? 'delete all' : 'delete', kind, target);
    const path = resourcePath(info, target);
    await transport.send({
      method: 'DELETE',
      path,
      query: selection(options),
      body: deleteBody(options),
      signal,
      label,
    });
  };

  const writeRequest = ({ fieldManager: own = fieldManager, dryRun, fieldValidation, signal }: WriteOptions) => ({
    query: { fieldManager: own, dryRun: dryRun ? 'All' : undefined, fieldValidation },
    signal,
  });

  const subresource = (name: string): Subresource => ({
    get: (kind, key, { signal } = {}) => read(kind, key, signal, name),
    create: async (kind, target, body, options = {}) => {
      const label = labelFor('create', kind, keyOf(target), name);
      refuseInexact(body, label);
      const path = resourcePath(resourceInfo(kind), keyOf(target), name);
      return call({ method: 'POST', path, body: JSON.stringify(body), label, ...writeRequest(options) });
    },
    update: (kind, object, options = {}) => update(kind, object, options, name),
    patch: (kind, target, body, options = {}) => patch(kind, target, body, options, name),
    apply: (kind, object, options = {}) => apply(kind, object, options, name),
  });

  return {
    get: (kind, key, { signal } = {}) => read(kind, key, signal),
    getOrNull: async <T extends KubernetesObject>(
      kind: KindHandle<T>,
      key: ObjectKey,
      { signal }: ReadOptions = {},
    ) => {
      try {
        return await read<Stored<T>>(kind, key, signal);
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    list: async (kind, { namespace, pageSize, signal, ...selectors } = {}) =>
      listAll(transport, resourceInfo(kind), { namespace, pageSize, signal, ...selection(selectors) }),
    create: (kind, object, options = {}) => create(kind, object, options),
    update: (kind, object, options = {}) => update(kind, object, options),
    patch: (kind, target, body, options = {}) => patch(kind, target, body, options),
    apply: (kind, object, options = {}) => apply(kind, object, options),
    delete: async (kind, target, options = {}) => remove(kind, keyOf(target), options),
    deleteAllOf: async (kind, options = {}) => {
      const info = resourceInfo(kind);
      const { namespace } = options;
      if (info.scope === 'Namespaced' && !namespace) throw namespaceMissing(info, {});
      await remove(kind, { namespace }, options);
    },
    status: subresource('status'),
    subresource,
  };
}

/** The labels of a selector as the API takes them. */
export function selectorText(selector: ListOptions['labelSelector']): string | undefined {
  if (selector === undefined || typeof selector === 'string') return selector;
  return Object.entries(selector)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}

function selection({ labelSelector, fieldSelector }: ListOptions) {
  return { labelSelector: selectorText(labelSelector), fieldSelector };
}

function deleteBody({ propagationPolicy, gracePeriodSeconds, preconditions, dryRun }: DeleteOptions): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    propagationPolicy,
    gracePeriodSeconds,
    preconditions,
    dryRun: dryRun ? ['All'] : undefined,
  });
}

/** What was read may be applied: only the record of who manages what is not the applier's to say. */
function appliable(object: KubernetesObject): KubernetesObject {
  if (object.metadata?.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** What a patch is computed from: the whole object, and not where it is. */
function modifiedOf(target: ObjectKey | Addressable, label: string): KubernetesObject {
  if ('metadata' in target) return target;
  throw new TypeError(`${label}: a patch that is computed needs the object as it is to be, not its name alone`);
}

function keyOf(target: ObjectKey | Addressable): ObjectKey {
  const { name = '', namespace } = 'metadata' in target ? (target.metadata ?? {}) : (target as ObjectKey);
  return { name, namespace };
}

function labelFor(verb: string, kind: KindHandle, key: Partial<ObjectKey>, subresource?: string) {
  return `${verb} ${subresource === undefined ? '' : `${subresource} of `}${labelOf(resourceInfo(kind), key)}`;
}
