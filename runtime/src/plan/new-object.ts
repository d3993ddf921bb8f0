import { randomUUID } from 'node:crypto';
import type { Json } from './planned-object.js';

/** Returns an object as a server would store it, without defaults: the server cannot be asked for it. */
export function asCreated(body: Json): Json {
  const { generateName = '', ...metadata } = body.metadata as Metadata;
  const name = metadata.name ?? `${generateName}${suffix()}`;
  return {
    ...body,
    metadata: { ...body.metadata, name, uid: randomUUID(), creationTimestamp: timeNow(), generation: 1 },
  };
}

const setByServer = new Set(['uid', 'resourceVersion', 'creationTimestamp', 'managedFields']);

/** Returns an object that exists only in the plan, as the body of a create. */
export function asBody(object: Json): object {
  const fields = Object.entries(object.metadata).filter(([key]) => !setByServer.has(key));
  return { ...object, metadata: Object.fromEntries(fields), status: undefined };
}

/** Returns the time as the API server writes it. */
function timeNow(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}

function suffix(): string {
  return randomUUID().slice(0, 5);
}

/** Options of a deletion, as its request contains them. */
export interface DeletionOptions {
  readonly propagationPolicy?: string;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

const finalizerOf: Readonly<Record<string, string>> = { Foreground: 'foregroundDeletion', Orphan: 'orphan' };

/**
 * Returns an object after its deletion is requested: null if it is gone at once, and otherwise with a deletion time,
 * because something must happen before: a finalizer, the end of a Pod, or of what is in a Namespace.
 */
export function afterDeletion(object: Json, { propagationPolicy = '' }: DeletionOptions): Json | null {
  const { metadata } = object;
  const finalizer = finalizerOf[propagationPolicy];
  const finalizers = [...(metadata.finalizers ?? []), ...(finalizer === undefined ? [] : [finalizer])];
  if (finalizers.length === 0 && !endsLater(object)) return null;
  const deletionTimestamp = metadata.deletionTimestamp ?? timeNow();
  const some = finalizers.length === 0 ? {} : { finalizers: [...new Set(finalizers)] };
  return { ...object, metadata: { ...metadata, deletionTimestamp, ...some } };
}

/** Reports whether an object is gone, because it is being deleted and its last finalizer was removed. */
export function isGone(object: Json): boolean {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  return deletionTimestamp !== undefined && finalizers.length === 0 && !endsLater(object);
}

function endsLater({ kind, apiVersion }: Json): boolean {
  return apiVersion === 'v1' && (kind === 'Pod' || kind === 'Namespace');
}

interface Metadata {
  readonly name?: string;
  readonly generateName?: string;
}
