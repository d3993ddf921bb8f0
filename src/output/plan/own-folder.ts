import { posix } from 'node:path';
import { refuse } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { isUnderWay, parseRun, printRun, type Run } from '../../base/io/run.js';
import { ownFolder } from './leftovers.js';

/**
 * The contents of the run that is writing. A folder name exists only once, so the existence of the folder is the lock.
 */
export const pendingFolder = `${ownFolder}/pending`;

const stagedPrefix = 'staged-';
const ownerPrefix = 'run-';

/**
 * Returns the folder in which a run stages its contents, and to which it moves them for removal. It is private to the
 * run.
 */
export function stagedFolder(run: Run): string {
  return `${ownFolder}/${stagedPrefix}${printRun(run)}`;
}

/** Returns the name of the file that identifies the owner of the contents. */
export function ownerFile(run: Run): string {
  return `${ownerPrefix}${printRun(run)}`;
}

/** Returns the owner of the pending contents; undefined if the folder does not name one. */
export function ownerOf(host: Host, pending: string): Run | undefined {
  return runsIn(host.list(pending), ownerPrefix)[0];
}

/**
 * Takes over the leftovers of a run that ended, so that `self` works on its journal. If several runs try, the one whose
 * rename finds the old name succeeds.
 * @throws DiagnosticsError when another run was faster
 */
export function takeOver(host: Host, pending: string, owner: Run, self: Run): void {
  try {
    host.rename(posix.join(pending, ownerFile(owner)), posix.join(pending, ownerFile(self)));
  } catch (error) {
    const faster = ownerOf(host, pending);
    if (faster !== undefined && isUnderWay(faster)) refuse('concurrent-run', { pid: faster.pid });
    throw error;
  }
}

/**
 * Returns the runs that ended before they changed anything, or after they had changed everything, and whose folder
 * still exists.
 */
export function abandonedRuns(host: Host, root: string, self?: Run): readonly Run[] {
  return runsIn(host.list(posix.join(root, ownFolder)), stagedPrefix)
    .filter((run) => run.token !== self?.token && !isUnderWay(run))
    .filter((run) => host.kind(posix.join(root, stagedFolder(run))) === 'directory');
}

/** Returns every run that has files in the project. */
export function namesOfRuns(host: Host, root: string): readonly Run[] {
  const staged = runsIn(host.list(posix.join(root, ownFolder)), stagedPrefix);
  return [...staged, ...runsIn(host.list(posix.join(root, pendingFolder)), ownerPrefix)];
}

function runsIn(names: readonly string[], prefix: string): readonly Run[] {
  return names.filter((name) => name.startsWith(prefix)).flatMap((name) => parseRun(name.slice(prefix.length)) ?? []);
}

/** Removes the tool's folder if it is empty. */
export function removeOwnFolderIfEmpty(host: Host, root: string): void {
  const folder = posix.join(root, ownFolder);
  if (host.kind(folder) === 'directory' && host.list(folder).length === 0) host.removeFolder(folder);
}
