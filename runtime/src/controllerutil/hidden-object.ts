import type { KubernetesObject } from '../api/object.js';
import type { KindHandle } from '../api/resource.js';
import type { Client } from '../client/client.js';
import { isAlreadyExists } from '../client/error-reasons.js';
import type { WriteOptions } from '../client/options.js';
import { keyOf } from '../client/requests.js';
import type { Stored } from '../client/stored.js';
import { messageOf } from '../errors/causes.js';
import { ApiError } from '../transport/api-error.js';
import { referencesOf } from './controller-of.js';

type Labels = Readonly<Record<string, string>>;

/** Object that exists although a cached read does not find it. */
export interface HiddenObject<T extends KubernetesObject> {
  /** Object as it is stored now. */
  readonly live: Stored<T>;
  /** Labels that it lacks, or has with another value. */
  readonly missing: Labels;
}

/**
 * Finds the object that prevents a creation: one that lacks labels of the created object, so that a cache that selects
 * by them does not contain it.
 * @param created object that could not be created
 * @throws the rejection, with a hint, if the object does not belong to this operator: it has none of the owners of the
 * created object, and no field of the client's manager
 */
export async function findHidden<T extends KubernetesObject>(
  client: Client,
  kind: KindHandle<T>,
  { created, refusal }: { readonly created: T; readonly refusal: unknown },
  { signal, fieldManager = client.fieldManager }: WriteOptions,
): Promise<HiddenObject<T>> {
  if (!isAlreadyExists(refusal)) throw refusal;
  const live = await client
    .getOrNull(kind, keyOf(created), { signal, live: true })
    .catch((error: unknown) => hint(refusal, `reading it from the server failed: ${messageOf(error)}`));
  // Deleted in the meantime: the next reconcile creates it.
  if (live === null) throw refusal;
  const missing = missingLabels(created, live);
  const texts = Object.entries(missing).map((label) => label.join('='));
  if (texts.length === 0) return hint(refusal, another);
  if (!isOwn(live, created, fieldManager)) return hint(refusal, `it lacks the labels ${texts.join(', ')}; ${foreign}`);
  return { live, missing };
}

const another =
  'another client was faster; if this happens repeatedly, the selector of the cache does not select the object: set the labels of the selector on it';
const foreign =
  'a cache that selects by them does not contain it, and this operator neither owns nor wrote it: add the labels, or remove the object';

/**
 * @throws the rejection with a hint
 * @throws the refusal with a hint
 */
function hint(refusal: unknown, text: string): never {
  throw refusal instanceof ApiError ? refusal.withHint(text) : refusal;
}

function missingLabels(created: KubernetesObject, live: KubernetesObject): Labels {
  const there: Labels = live.metadata?.labels ?? {};
  const wanted = Object.entries<string>(created.metadata?.labels ?? {});
  return Object.fromEntries(wanted.filter(([name, value]) => there[name] !== value));
}

function isOwn(live: KubernetesObject, created: KubernetesObject, fieldManager: string | undefined): boolean {
  const owners = new Set(referencesOf(created).map(({ uid }) => uid));
  if (referencesOf(live).some(({ uid }) => owners.has(uid))) return true;
  const managed = live.metadata?.managedFields ?? [];
  return fieldManager !== undefined && managed.some(({ manager }) => manager === fieldManager);
}
