import { readdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnderWay, parseRun, printRun, thisRun } from '../../base/io/run.js';
import type { ClusterFiles } from './files.js';
import { endProcesses, processesOf } from './process.js';
import { refuse } from './reporting.js';

/** Prefixes of the names of folders that are about to be deleted, or to become a cluster. */
const [removed, unfinished] = ['.removed-', '.new-'] as const;

/** Their names, and those of the files with which a lock is taken. */
const leftover = /^(?:\.removed-|\.new-|[a-z0-9-]+\.lock\.)([0-9a-f-]+)(?:\.stale)?$/;

/** Ends the process of a cluster, and waits until it has ended. */
export async function stop(files: ClusterFiles, name: string): Promise<void> {
  const pid = await endProcesses(files, processesOf(files));
  if (pid !== undefined) refuse('cluster-not-stopped', { name, pid });
}

/** Deletes a cluster: its process ends, and its folder is gone. If this process is killed meanwhile, the cluster's ends by itself. */
export async function removeCluster(clusters: string, files: ClusterFiles, name: string): Promise<void> {
  const processes = processesOf(files);
  const aside = join(clusters, `${removed}${printRun(thisRun())}`);
  renameSync(files.folder, aside);
  const pid = await endProcesses(files, processes);
  await rm(aside, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  if (pid !== undefined) refuse('cluster-not-stopped', { name, pid });
}

/** Returns the name for the folder of a cluster that is not yet complete. */
export function unfinishedFolder(clusters: string): string {
  return join(clusters, `${unfinished}${printRun(thisRun())}`);
}

/** Deletes what commands that were killed have left. */
export function removeLeftovers(clusters: string): void {
  for (const name of readdirSync(clusters)) {
    const [, text = ''] = leftover.exec(name) ?? [];
    const run = parseRun(text);
    if (run !== undefined && !isUnderWay(run))
      rmSync(join(clusters, name), { recursive: true, force: true, maxRetries: 10 });
  }
}
