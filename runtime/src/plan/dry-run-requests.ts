import { isForbidden, isNotFound } from '../client/error-reasons.js';
import { missingPermission } from '../client/missing-permission.js';
import { parseJson } from '../json/parse-json.js';
import { stringify } from '../json/stringify.js';
import { ApiError } from '../transport/api-error.js';
import type { Transport, TransportRequest } from '../transport/transport.js';
import type { Json } from './planned-object.js';
import { labelOf, pathOf, type ObjectTarget, type Target } from './target.js';

/** Returns a write as a dry run: the server validates and admits it, and stores nothing. */
export function asDryRun(request: TransportRequest): TransportRequest {
  // The server ignores the query of a deletion with a body.
  if (request.method === 'DELETE' && request.body !== undefined) {
    return { ...request, body: stringify({ ...parseBody<object>(request), dryRun: ['All'] }) };
  }
  return { ...request, query: { ...request.query, dryRun: 'All' } };
}

/** Sends a write as a dry run, and returns the complete object or the Status in the answer. */
export async function askServer(server: Transport, request: TransportRequest, body?: unknown): Promise<Json> {
  const changed = body === undefined ? request : { ...request, body: stringify(body) };
  // Without the requested format, which could be the metadata alone.
  const { accept: _, ...plain } = asDryRun(changed);
  return parseJson<Json>(await server.send(plain), request.label);
}

/** Returns the body of a request. */
export function parseBody<T>({ body = '{}', label }: TransportRequest): T {
  return parseJson<T>(body, label);
}

/**
 * Reads an object before it would be written; null if it does not exist.
 * @throws ApiError `isForbidden` if the operator can neither get nor list it
 */
export async function readStored(server: Transport, target: ObjectTarget, signal?: AbortSignal): Promise<Json | null> {
  const label = `get ${labelOf(target)}`;
  try {
    return parseJson<Json>(await server.send({ method: 'GET', path: pathOf(target), label, signal }), label);
  } catch (error) {
    if (isNotFound(error)) return null;
    if (!isForbidden(error)) throw error;
    return listOne(server, target, signal);
  }
}

/** Reads an object with the permission to list. */
async function listOne(server: Transport, target: ObjectTarget, signal?: AbortSignal): Promise<Json | null> {
  const { group, plural, namespace, name } = target;
  const label = `get ${labelOf(target)}`;
  const path = pathOf({ ...target, name: undefined });
  const query = { fieldSelector: `metadata.name=${name}` };
  try {
    const list = parseJson<ObjectList>(await server.send({ method: 'GET', path, query, label, signal }), label);
    return list.items[0] === undefined ? null : typedItem(list, list.items[0]);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    const what = `${label}: a plan reads each object before it would be written, and may not`;
    const hint = missingPermission({ group, resource: plural, verbs: ['get'], ...(namespace && { namespace }) });
    throw new ApiError({ code: 403, reason: 'Forbidden', message: what }, undefined, hint);
  }
}

/** List in an answer of the server, whose items lack their kind. */
export interface ObjectList {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly continue?: string };
  readonly items: readonly Json[];
}

/** Returns an item of a list with its kind. */
export function typedItem({ apiVersion, kind }: ObjectList, item: Json): Json {
  return { ...item, apiVersion: item.apiVersion ?? apiVersion, kind: item.kind ?? kind.replace(/List$/, '') };
}

/** Creates the answer of the server for an object that does not exist. */
export function notFound(request: Pick<TransportRequest, 'label'>, { plural, name = '', group }: Target): ApiError {
  const message = `${group === '' ? plural : `${plural}.${group}`} "${name}" not found`;
  return new ApiError({ code: 404, reason: 'NotFound', message, details: { name } }, request.label);
}

/** Creates the answer of the server for an object that exists, or has changed. */
export function refused(
  request: Pick<TransportRequest, 'label'>,
  reason: 'AlreadyExists' | 'Conflict',
  { plural, name = '' }: Target,
): ApiError {
  const why = reason === 'Conflict' ? 'the object has been modified in this plan' : 'it already exists in this plan';
  return new ApiError({ code: 409, reason, message: `${plural} "${name}": ${why}` }, request.label);
}
