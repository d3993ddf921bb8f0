import type { KubernetesObject } from '../api/object.js';
import { apiVersionOf, resourceInfo, type KindHandle, type ResourceInfo } from '../api/resource.js';
import { isNotFound } from './api-error.js';
import type {
  Addressable,
  ApplyOptions,
  Client,
  DeleteOptions,
  List,
  ListOptions,
  PatchBody,
  PatchOptions,
  PatchType,
  Stored,
  SubresourceWriter,
  WriteOptions,
} from './client.js';
import { isInexact, parseJson } from './json.js';
import { labelOf, resourcePath, type ObjectKey } from './resource-path.js';
import type { Transport, TransportRequest } from './transport.js';

export interface ClientOptions {
  /** Who applies, where a call does not say it: https://kubernetes.io/docs/reference/using-api/server-side-apply/#managers */
  readonly fieldManager?: string;
}

const defaultPageSize = 500;

const patchTypes: Readonly<Record<PatchType, string>> = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

/** A client that asks the API server every time. */
export function createClient(transport: Transport, { fieldManager }: ClientOptions = {}): Client {
  const call = async <T>(request: TransportRequest): Promise<T> => parseJson<T>(await transport.send(request));

  const read = async <T extends KubernetesObject>(kind: KindHandle<T>, key: ObjectKey, signal?: AbortSignal) => {
    const info = resourceInfo(kind);
    const path = resourcePath(info, key);
    return call<Stored<T>>({ method: 'GET', path, signal, label: `get ${labelOf(info, key)}` });
  };

  const write = async <T extends KubernetesObject>(
    verb: 'create' | 'update',
    kind: KindHandle<T>,
    object: T,
    options: WriteOptions,
    subresource?: string,
  ): Promise<Stored<T>> => {
    const info = resourceInfo(kind);
    const { namespace, name } = object.metadata ?? {};
    const label = `${verb} ${labelOf(info, { ...(name === undefined ? {} : { name }), namespace })}`;
    refuseInexact(object, label);
    const isNew = verb === 'create';
    if (isNew) requireNamespace(info, namespace, label);
    return call<Stored<T>>({
      method: isNew ? 'POST' : 'PUT',
      path: resourcePath(info, isNew ? { namespace } : keyOf(object), subresource),
      query: writeQuery(options, fieldManager),
      body: JSON.stringify(typed(info, object)),
      signal: options.signal,
      label,
    });
  };

  const patch = async <T extends KubernetesObject>(
    kind: KindHandle<T>,
    target: ObjectKey | Addressable,
    body: PatchBody,
    { type = 'merge', ...options }: PatchOptions,
    subresource?: string,
  ): Promise<Stored<T>> => {
    const info = resourceInfo(kind);
    const key = keyOf(target);
    return call<Stored<T>>({
      method: 'PATCH',
      path: resourcePath(info, key, subresource),
      query: writeQuery(options, fieldManager),
      body: JSON.stringify(body),
      contentType: patchTypes[type],
      signal: options.signal,
      label: `patch ${labelOf(info, key)}`,
    });
  };

  const apply = async <T extends KubernetesObject>(
    kind: KindHandle<T>,
    object: T,
    { force, ...options }: ApplyOptions,
    subresource?: string,
  ): Promise<Stored<T>> => {
    const info = resourceInfo(kind);
    const key = keyOf(object);
    const label = `apply ${labelOf(info, key)}`;
    refuseInexact(object, label);
    const query = writeQuery(options, fieldManager);
    if (query['fieldManager'] === undefined) throw new TypeError(`${label}: server-side apply needs a fieldManager`);
    return call<Stored<T>>({
      method: 'PATCH',
      path: resourcePath(info, key, subresource),
      query: { ...query, force },
      body: JSON.stringify(appliable(info, object)),
      contentType: 'application/apply-patch+yaml',
      signal: options.signal,
      label,
    });
  };

  const writer = (name: string): SubresourceWriter => ({
    update: (kind, object, options = {}) => write('update', kind, object, options, name),
    patch: (kind, target, body, options = {}) => patch(kind, target, body, options, name),
    apply: (kind, object, options = {}) => apply(kind, object, options, name),
  });

  const list = async <T extends KubernetesObject>(kind: KindHandle<T>, options: ListOptions = {}): Promise<List<T>> => {
    const info = resourceInfo(kind);
    const items: Stored<T>[] = [];
    let token: string | undefined;
    for (;;) {
      const page: RawList<T> = await call<RawList<T>>({
        method: 'GET',
        path: resourcePath(info, { namespace: options.namespace }),
        query: { ...selectorQuery(options), limit: options.pageSize ?? defaultPageSize, continue: token },
        signal: options.signal,
        label: `list ${labelOf(info, { namespace: options.namespace })}`,
      });
      // The items of a list come without the two fields that every object has when it is read alone.
      for (const item of page.items ?? []) items.push(typed(info, item));
      token = page.metadata?.continue;
      if (!token) return { items, resourceVersion: page.metadata?.resourceVersion ?? '' };
    }
  };

  return {
    get: (kind, key, options = {}) => read(kind, key, options.signal),
    getOrNull: async (kind, key, options = {}) => {
      try {
        return await read(kind, key, options.signal);
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    list,
    create: (kind, object, options = {}) => write('create', kind, object, options),
    update: (kind, object, options = {}) => write('update', kind, object, options),
    patch: (kind, target, body, options = {}) => patch(kind, target, body, options),
    apply: (kind, object, options = {}) => apply(kind, object, options),
    delete: async (kind, target, options = {}) => {
      const info = resourceInfo(kind);
      const key = keyOf(target);
      const label = `delete ${labelOf(info, key)}`;
      await transport.send({
        method: 'DELETE',
        path: resourcePath(info, key),
        body: deleteBody(options),
        signal: options.signal,
        label,
      });
    },
    deleteAllOf: async (kind, options = {}) => {
      const info = resourceInfo(kind);
      const { namespace } = options;
      const label = `delete all ${labelOf(info, { namespace })}`;
      requireNamespace(info, namespace, label);
      await transport.send({
        method: 'DELETE',
        path: resourcePath(info, { namespace }),
        query: selectorQuery(options),
        body: deleteBody(options),
        signal: options.signal,
        label,
      });
    },
    status: writer('status'),
    subresource: writer,
  };
}

interface RawList<T extends KubernetesObject> {
  readonly metadata?: { readonly continue?: string; readonly resourceVersion?: string };
  readonly items?: readonly Stored<T>[] | null;
}

/** The labels of a selector as the API takes them. */
export function selectorText(selector: ListOptions['labelSelector']): string | undefined {
  if (selector === undefined || typeof selector === 'string') return selector;
  return Object.entries(selector)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}

function selectorQuery({ labelSelector, fieldSelector }: ListOptions): Record<string, string | undefined> {
  return { labelSelector: selectorText(labelSelector), fieldSelector };
}

function writeQuery(options: WriteOptions, fieldManager: string | undefined): Record<string, string | undefined> {
  return {
    fieldManager: options.fieldManager ?? fieldManager,
    dryRun: options.dryRun ? 'All' : undefined,
    fieldValidation: options.fieldValidation,
  };
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

/** The object with the fields that say what it is. */
function typed<T extends KubernetesObject>(info: ResourceInfo, object: T): T {
  return { ...object, apiVersion: apiVersionOf(info), kind: info.kind };
}

/** What was read may be applied: the server refuses its bookkeeping, which is not the applier's to say. */
function appliable<T extends KubernetesObject>(info: ResourceInfo, object: T): object {
  const {
    managedFields: _,
    resourceVersion: __,
    uid: ___,
    ...metadata
  } = { ...object.metadata } as Record<string, unknown>;
  return { ...typed(info, object), metadata };
}

function keyOf(target: ObjectKey | Addressable): ObjectKey {
  const { name = '', namespace } = 'metadata' in target ? (target.metadata ?? {}) : (target as ObjectKey);
  return { name, namespace };
}

function requireNamespace(info: ResourceInfo, namespace: string | undefined, label: string): void {
  if (info.scope === 'Namespaced' && !namespace)
    throw new TypeError(`${label}: ${info.kind} is namespaced, and no namespace is given`);
}

function refuseInexact(object: KubernetesObject, label: string): void {
  if (!isInexact(object)) return;
  throw new RangeError(
    `${label}: the object has a whole number beyond 2^53, which JavaScript would change; patch the fields that you mean instead`,
  );
}
