import { mergePatch } from '../client/merge-patch.js';
import { deepEqual } from '../json/deep-equal.js';
import { isJsonObject, type JsonObject } from '../json/json-object.js';
import type { JsonPatchOperation } from '../json/json-patch.js';
import type { TransportRequest } from '../transport/transport.js';
import { applyOperations, mergeInto } from './apply-patch.js';
import type { Json, PlannedObject } from './planned-object.js';

export type PatchForm = 'apply' | 'merge' | 'json' | 'strategic';

/** Returns the form of a patch. */
export function formOf({ contentType = '' }: TransportRequest): PatchForm {
  if (contentType.startsWith('application/apply-patch')) return 'apply';
  if (contentType.startsWith('application/json-patch')) return 'json';
  return contentType.startsWith('application/strategic') ? 'strategic' : 'merge';
}

/** Returns what a patch makes of an object, as far as that can be told without the server. */
export function patched(current: Json, form: PatchForm, body: unknown): Json {
  return form === 'json'
    ? applyOperations(current, body as readonly JsonPatchOperation[])
    : mergeInto(current, form === 'merge' ? body : withoutVersion(body as object));
}

/**
 * Returns the planned object after a patch. The server has applied the patch to the stored object, so that its answer
 * lacks earlier planned writes: what the answer changes is added to the planned object.
 */
export function combined({ stored, current }: PlannedObject, answer: Json, form: PatchForm, body: unknown): Json {
  const changed = mergeInto(current!, withoutVersion(mergePatch(stored!, answer)));
  // A patch can also restore what an earlier write has changed, which the answer does not show. Lists are merged by key
  // in some patches, so they come from the changes alone.
  const change = form === 'json' ? mergePatch(current!, patched(current!, form, body)) : (body as object);
  const isMerged = form === 'apply' || form === 'strategic';
  return mergeInto(changed, withoutVersion(asAnswered(change, answer)), isMerged ? Array.isArray : undefined);
}

/** Returns a merge patch with the values that the server answered; fields that it has not stored are omitted. */
function asAnswered(patch: object, answer: object): object {
  const fields = Object.entries(patch).flatMap(([key, value]) => {
    if (value === null) return [[key, null]];
    if (!Object.hasOwn(answer, key)) return [];
    const answered = (answer as JsonObject)[key];
    return [[key, isJsonObject(value) && isJsonObject(answered) ? asAnswered(value, answered) : answered]];
  });
  return Object.fromEntries(fields) as object;
}

/**
 * Returns the planned object after a write to its main part: a status that is a subresource stays as planned.
 * @param written object that contains all of the write
 */
export function withPlannedStatus({ stored, current }: PlannedObject, answer: Json, written: Json): Json {
  if (!deepEqual(stored?.['status'], answer['status'])) return written;
  return withStatus(written, current?.['status']);
}

/** Returns the object with another status; without one if it is undefined. */
export function withStatus(object: Json, status: unknown): Json {
  const { status: _, ...rest } = object;
  return status === undefined ? rest : { ...(rest as Json), status };
}

/** Returns an answer about an object that exists only in the plan, with the identity that it has there. */
export function withIdentity(current: Json, answer: Json): Json {
  const { uid, creationTimestamp, deletionTimestamp } = current.metadata as Json['metadata'] & Record<string, unknown>;
  const identity = { uid, creationTimestamp, ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) };
  return { ...answer, metadata: { ...answer.metadata, ...identity } } as Json;
}

/** Returns the body of an update for the server, which knows nothing of the planned versions and deletions. */
export function sendable<T extends object>(body: T, stored: Json): T {
  const { metadata } = body as { readonly metadata?: Record<string, unknown> };
  if (metadata === undefined) return body;
  const { deletionTimestamp, resourceVersion, ...rest } = metadata;
  const isDeleted = 'deletionTimestamp' in stored.metadata;
  return {
    ...body,
    metadata: {
      ...rest,
      ...(resourceVersion === undefined ? {} : { resourceVersion: stored.metadata.resourceVersion }),
      ...(isDeleted ? { deletionTimestamp } : {}),
    },
  };
}

/** Returns a partial object without its resource version. */
function withoutVersion(body: object): object {
  const { metadata } = body as { readonly metadata?: Record<string, unknown> };
  if (metadata?.['resourceVersion'] === undefined) return body;
  const { resourceVersion: _, ...rest } = metadata;
  return { ...body, metadata: rest };
}
