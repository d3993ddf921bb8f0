import { isConflict, isForbidden, isNotFound } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import type { Stored } from '../client/stored.js';
import { createPatch } from '../json/json-patch.js';
import type { Logger } from '../log/logger.js';
import { realClock } from '../timing/clock.js';
import { pause, within } from '../timing/wait.js';
import { restored, type Configured } from './client-configs.js';
import { isStill, type Named } from './configurations.js';
import { permitted } from './permissions.js';

/**
 * Maximum duration in milliseconds when the process stops, and the time in which API servers may still send requests.
 */
const timeout = 5000;
const lastRequests = 1000;
const attempts = 3;

/**
 * Restores the objects that are redirected to `url`; resolves once requests no longer arrive there. Failures are
 * logged.
 */
export async function putBack(client: Client, objects: readonly Named[], url: string, log: Logger): Promise<void> {
  const done = await Promise.all(objects.map((each) => putBackOne(client, each, url, log)));
  if (done.some(Boolean)) await pause(realClock, lastRequests, new AbortController().signal);
}

/** Restores one object if it is redirected to `url`; reports whether it was. Failures are logged. */
export async function putBackOne(client: Client, named: Named, url: string, log: Logger): Promise<boolean> {
  try {
    return await within(realClock, timeout, undefined, async (signal) => {
      for (let left = attempts; ; left -= 1) {
        try {
          const isChanged = await change(client, named, url, signal);
          if (isChanged) log.info('restored the previous configuration of the webhooks', { object: named.label });
          return isChanged;
        } catch (error) {
          if (!isConflict(error) || left === 1) throw error;
        }
      }
    });
  } catch (error) {
    const remedy = 'restart the operator in the cluster, or apply its manifests';
    log.error('the previous configuration of the webhooks could not be restored', {
      object: named.label,
      error,
      remedy,
    });
    return false;
  }
}

async function change(client: Client, named: Named, url: string, signal: AbortSignal): Promise<boolean> {
  const { kind, name, permission } = named;
  const object = await read(client, named, signal);
  const patch = object && createPatch(object, restored(object, url));
  if (patch === undefined || patch.length === 0) return false;
  await permitted(permission, client.patch(kind, { name }, [...patch, isStill(object!)], { type: 'json', signal }));
  return true;
}

/**
 * Reads the object; undefined if it does not exist. It is read live, because a recent redirect may not have been seen
 * yet. Roles of earlier versions allow only to list it by name, not to get it.
 */
async function read(
  client: Client,
  { kind, name, permission }: Named,
  signal: AbortSignal,
): Promise<Stored<Configured> | undefined> {
  try {
    return (await client.get(kind, { name }, { signal })) as Stored<Configured>;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (!isForbidden(error)) throw error;
    const listed = client.list(kind, { fieldSelector: `metadata.name=${name}`, signal });
    return (await permitted(permission, listed)).items[0];
  }
}
