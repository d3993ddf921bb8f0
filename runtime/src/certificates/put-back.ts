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

/** Milliseconds that this may take when the process stops, and for which API servers go on asking it afterwards. */
const timeout = 5000;
const lastRequests = 1000;
const attempts = 3;

/** Puts back what is turned to `url`; resolves once nobody asks there any more. What fails is logged. */
export async function putBack(client: Client, objects: readonly Named[], url: string, log: Logger): Promise<void> {
  const done = await Promise.all(objects.map((each) => putBackOne(client, each, url, log)));
  if (done.some(Boolean)) await pause(realClock, lastRequests, new AbortController().signal);
}

/** Puts one object back, where it is turned to `url`; answers whether it was. What fails is logged. */
export async function putBackOne(client: Client, named: Named, url: string, log: Logger): Promise<boolean> {
  try {
    return await within(realClock, timeout, undefined, async (signal) => {
      for (let left = attempts; ; left -= 1) {
        try {
          const isChanged = await change(client, named, url, signal);
          if (isChanged) log.info('put the webhooks back to where they pointed before', { object: named.label });
          return isChanged;
        } catch (error) {
          if (!isConflict(error) || left === 1) throw error;
        }
      }
    });
  } catch (error) {
    const remedy = 'start the operator in the cluster anew, or apply its manifests';
    log.error('webhooks could not be put back to where they pointed before', { object: named.label, error, remedy });
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
 * The object, undefined where it is gone. It is read live: what has just been turned to us may not have been seen yet. Roles
 * of earlier versions do not allow to get it, but to list it by its name.
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
