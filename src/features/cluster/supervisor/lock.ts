import { linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { quietly } from '../../../base/io/quietly.js';
import type { ClusterFiles } from '../files.js';
import { processOf } from '../process.js';

/**
 * Creates the lock of a cluster's settings, a file with the process ID of this process. operator-gen-cluster has the system lock it,
 * which Node.js cannot; so it counts for as long as a process with this ID and these settings runs.
 * @returns the descriptor of the file
 * @throws Error if another process has it
 */
export function lockSettings(files: ClusterFiles): number {
  const { processLock } = files;
  const mine = `${processLock}.${process.pid}`;
  rmSync(mine, { force: true });
  const descriptor = openSync(mine, 'ax', 0o600);
  writeSync(descriptor, `${process.pid}\n`);
  try {
    // A link, so that nobody reads half of it.
    while (!link(mine, processLock)) {
      refuseOther(files);
      moveAside(files, `${mine}.stale`);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return descriptor;
}

function refuseOther(files: ClusterFiles): void {
  const other = processOf(files);
  if (other !== undefined && other !== process.pid) throw new Error('another process runs with this configuration');
}

/** Removes the lock of a process that has ended, unless another process has replaced it in the meantime. */
function moveAside(files: ClusterFiles, aside: string): void {
  if (quietly(() => (renameSync(files.processLock, aside), true)) === undefined) return;
  const other = processOf({ ...files, processLock: aside });
  if (other !== undefined && other !== process.pid) link(aside, files.processLock);
  rmSync(aside, { force: true });
}

/** Creates a second name of a file. Returns false if it exists. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
