import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import { refuseInexact } from '../json/parse-json.js';
import type { PatchBody } from './bodies.js';
import type { ApplyOptions, DeleteOptions, ListOptions, PatchOptions, PatchType, WriteOptions } from './options.js';
import { labelSelectorText } from './label-selection.js';
import type { Addressable } from './stored.js';
import type { PatchSource } from './merge-patch.js';
import { acceptOf, refusePartial, typed } from './metadata-only.js';
import { labelOf, namespaceMissing, resourcePath, type ObjectKey } from './resource-path.js';
import { subresourceKinds } from './subresource.js';
import type { TransportRequest } from '../transport/transport.js';
import type { WriteTarget } from './write-observer.js';
import { stringify } from '../json/stringify.js';

/** Write that has not been sent yet. */
export interface Write extends WriteTarget {
  readonly subresource?: string | undefined;
  readonly request: TransportRequest;
  readonly dryRun: boolean;
  /** Whether the object has no name and gets none, because it is returned but not stored, such as a TokenReview. */
  readonly isNameless?: boolean;
}

const patchTypes: Readonly<Record<PatchType, string>> = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

export function getRequest(
  info: ResourceInfo,
  key: ObjectKey,
  signal: AbortSignal | undefined,
  subresource?: string,
): TransportRequest {
  return {
    method: 'GET',
    path: resourcePath(info, key, subresource),
    accept: acceptOf(info, 'object'),
    signal,
    label: labelFor('get', info, key, subresource),
  };
}

export function createWrite(info: ResourceInfo, object: KubernetesObject, options: WriteOptions): Write {
  const key = keyOf(object);
  const label = labelFor('create', info, key);
  const body = wholeBody(info, object, label);
  if (info.scope === 'Namespaced' && !key.namespace) throw namespaceMissing(info, key);
  const path = resourcePath(info, { namespace: key.namespace });
  const target = { namespace: key.namespace, ...(key.name && { name: key.name }) };
  const isNameless = !key.name && !object.metadata?.generateName;
  return { ...write(info, target, options, { method: 'POST', path, body, label }), isNameless };
}

export function updateWrite(
  info: ResourceInfo,
  object: KubernetesObject,
  options: WriteOptions,
  subresource?: string,
): Write {
  const key = keyOf(object);
  const label = labelFor('update', info, key, subresource);
  const body = wholeBody(info, object, label, subresource);
  const path = resourcePath(info, key, subresource);
  return write(info, key, options, { method: 'PUT', path, body, label }, subresource);
}

export function patchWrite(
  info: ResourceInfo,
  target: ObjectKey | Addressable,
  body: PatchBody,
  { type = 'merge', ...options }: PatchOptions,
  subresource?: string,
): Write {
  const key = keyOf(target);
  const label = labelFor('patch', info, key, subresource);
  return write(
    info,
    key,
    options,
    {
      method: 'PATCH',
      path: resourcePath(info, key, subresource),
      body: stringify(typeof body === 'function' ? (body as PatchSource)(modifiedOf(target, label)) : body),
      contentType: patchTypes[type],
      accept: acceptOf(info, 'object'),
      label,
    },
    subresource,
  );
}

export function applyWrite(
  info: ResourceInfo,
  object: KubernetesObject,
  { force, ...options }: ApplyOptions,
  subresource?: string,
): Write {
  const key = keyOf(object);
  const label = labelFor('apply', info, key, subresource);
  const body = wholeBody(info, appliable(object), label, subresource);
  if (options.fieldManager === undefined)
    throw new TypeError(`${label}: server-side apply needs a fieldManager: give one to the call, or to createClient`);
  const path = resourcePath(info, key, subresource);
  const contentType = 'application/apply-patch+yaml';
  return write(info, key, options, { method: 'PATCH', path, query: { force }, body, contentType, label }, subresource);
}

/** Creates the deletion of one object, or of all selected objects if the key has no name. */
export function deleteWrite(info: ResourceInfo, key: Partial<ObjectKey>, options: ListOptions & DeleteOptions): Write {
  const { propagationPolicy, gracePeriodSeconds, preconditions, dryRun = false, signal } = options;
  return {
    info,
    key,
    dryRun,
    request: {
      method: 'DELETE',
      path: resourcePath(info, key),
      query: selection(options),
      body: JSON.stringify({
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        propagationPolicy,
        gracePeriodSeconds,
        preconditions,
        dryRun: dryRun ? ['All'] : undefined,
      }),
      accept: acceptOf(info, key.name === undefined ? 'list' : 'object'),
      signal,
      label: labelFor(key.name === undefined ? 'delete all' : 'delete', info, key),
    },
  };
}

/** Creates a POST to a subresource. */
export function subresourceWrite(
  info: ResourceInfo,
  target: ObjectKey | Addressable,
  body: object,
  options: WriteOptions,
  subresource: string,
): Write {
  const key = keyOf(target);
  const label = labelFor('create', info, key, subresource);
  refuseInexact(body, label);
  const path = resourcePath(info, key, subresource);
  const text = stringify({ ...subresourceKinds[subresource], ...body });
  return write(info, key, options, { method: 'POST', path, body: text, label }, subresource);
}

/** Returns the selectors of a list in the form that the API expects. */
export function selection({ labelSelector, fieldSelector }: ListOptions) {
  return { labelSelector: labelSelector === undefined ? undefined : labelSelectorText(labelSelector), fieldSelector };
}

export function keyOf(target: ObjectKey | Addressable): ObjectKey {
  const { name = '', namespace } = 'metadata' in target ? (target.metadata ?? {}) : (target as ObjectKey);
  return { name, namespace };
}

function write(
  info: ResourceInfo,
  key: Partial<ObjectKey>,
  { fieldManager, dryRun = false, fieldValidation, signal }: WriteOptions,
  request: TransportRequest,
  subresource?: string,
): Write {
  const query = { fieldManager, dryRun: dryRun ? 'All' : undefined, fieldValidation, ...request.query };
  return { info, key, subresource, dryRun, request: { ...request, query, signal } };
}

/** @throws InexactNumberError or TypeError if the object would not be stored as intended */
function wholeBody(info: ResourceInfo, object: KubernetesObject, label: string, subresource = ''): string {
  refuseInexact(object, label);
  refusePartial(info, object, label);
  return stringify(typed(info, { ...subresourceKinds[subresource], ...object }));
}

/** Returns the object in a form that can be applied: without `managedFields`, which the server rejects in an apply. */
function appliable(object: KubernetesObject): KubernetesObject {
  if (object.metadata?.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** Returns the object from which a patch is computed; a key alone is not enough. */
function modifiedOf(target: ObjectKey | Addressable, label: string): KubernetesObject {
  if ('metadata' in target) return target;
  throw new TypeError(`${label}: a patch that is computed needs the object as it is to be, not its name alone`);
}

function labelFor(verb: string, info: ResourceInfo, key: Partial<ObjectKey>, subresource?: string): string {
  return `${verb} ${subresource === undefined ? '' : `${subresource} of `}${labelOf(info, key)}`;
}
