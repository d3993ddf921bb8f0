import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlreadyExists, isForbidden } from '../../../client/error-reasons.js';
import { messageOf } from '../../../errors/causes.js';
import type { CaseCluster } from '../cluster/case-cluster.js';

const namespaceKind = { apiVersion: 'v1', kind: 'Namespace' };
const suffixLength = 6;
const radix = 36;
const pauseMs = 100;
const longestName = 63;

/**
 * Returns a name for the namespace of a case that no other namespace has.
 * @param prefix its beginning, which says what has created it
 */
export function generateNamespace(caseName: string, prefix = 'kuttl-test'): string {
  const suffix = randomInt(radix ** (suffixLength - 1), radix ** suffixLength).toString(radix);
  const label = caseName.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const short = label.slice(0, longestName - `${prefix}--`.length - suffix.length).replace(/^-|-$/g, '');
  return [prefix, short, suffix].filter((each) => each !== '').join('-');
}

/** Creates a namespace. @returns false if it existed @throws ApiError if it cannot be created */
export async function createNamespace(cluster: CaseCluster, name: string): Promise<boolean> {
  const kind = await cluster.kindOf(namespaceKind);
  try {
    await cluster.create(kind, { ...namespaceKind, metadata: { name } });
    return true;
  } catch (error) {
    if (isAlreadyExists(error)) return false;
    // A user without the right to create namespaces can have been given one.
    if (isForbidden(error) && (await cluster.get(kind, { name }).catch(() => ({}))) !== undefined) return false;
    throw error;
  }
}

/** Deletes a namespace and waits until it is gone. @throws Error if it is not gone within the time limit */
export async function deleteNamespace(cluster: CaseCluster, name: string, seconds: number): Promise<void> {
  const kind = await cluster.kindOf(namespaceKind);
  const deadline = performance.now() + seconds * 1000;
  await cluster.delete(kind, { name });
  for (let problem = 'it still exists'; ;) {
    try {
      if ((await cluster.get(kind, { name })) === undefined) return;
    } catch (error) {
      problem = messageOf(error);
    }
    if (performance.now() > deadline)
      throw new Error(`the namespace ${name} is not deleted after ${seconds} s: ${problem}`);
    await sleep(pauseMs);
  }
}
