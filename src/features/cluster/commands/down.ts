import { existsSync, rmSync } from 'node:fs';
import { DiagnosticsError, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
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
  if (environment.dryRun === true) {
    const isThere = existsSync(files.folder);
    const text = isThere ? `Would delete the cluster ${name}.\n` : `There is no cluster ${name}.\n`;
    return outcomeOf(environment, { text, json: { name, wouldDelete: isThere } });
  }
  const warnings: Diagnostic[] = [];
  const isDeleted = await withLock(clusters, name, async () => {
    removeLeftovers(clusters);
    rmSync(failedLog(files), { force: true });
    if (!existsSync(files.folder)) return false;
    const described = quietly(() => readDescription(files));
    for (const path of described?.merged ?? []) warnings.push(...asWarnings(() => removeFrom(path, name)));
    await removeCluster(clusters, files, name);
    return true;
  });
  const text = isDeleted ? `Deleted the cluster ${name}.\n` : `There is no cluster ${name}.\n`;
  return outcomeOf(environment, { diagnostics: warnings, text, json: { name, deleted: isDeleted } });
}

/** Does work whose problems are no reason to keep a cluster. */
function asWarnings(work: () => void): readonly Diagnostic[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error;
    return error.diagnostics.map((each) => ({ ...each, severity: 'warning' }));
  }
}
