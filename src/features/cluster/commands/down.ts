import { existsSync, rmSync } from 'node:fs';
import { quietly } from '../../../base/io/quietly.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { readDescription } from '../description.js';
import { failedLog } from '../files.js';
import type { NameOptions } from '../flags.js';
import { clusterIn, clustersFolder, usualName } from '../folder.js';
import { withLock } from '../lock.js';
import { removeFrom } from '../merge.js';
import { outcomeOf } from '../outcome.js';
import { removeCluster, removeLeftovers } from '../remove.js';

/** Deletes a cluster, if it exists. */
export async function down({ name = usualName }: NameOptions, environment: Environment): Promise<Outcome> {
  const clusters = clustersFolder(environment.env);
  const files = clusterIn(clusters, name);
  const isDeleted = await withLock(clusters, name, async () => {
    removeLeftovers(clusters);
    rmSync(failedLog(files), { force: true });
    if (!existsSync(files.folder)) return false;
    const described = quietly(() => readDescription(files));
    for (const path of described?.merged ?? []) removeFrom(path, name);
    await removeCluster(clusters, files, name);
    return true;
  });
  const text = isDeleted ? `Deleted the cluster ${name}.\n` : `There is no cluster ${name}.\n`;
  return outcomeOf(environment, { text, json: { name, deleted: isDeleted } });
}
