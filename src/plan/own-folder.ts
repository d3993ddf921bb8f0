import { posix } from 'node:path';
import { refuse } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { isUnderWay, parseRun, printRun, type Run } from '../io/run.js';
import { ownFolder } from './leftovers.js';

/** The contents of the run that writes. A folder has one name once, so its existence is the lock. */
export const pendingFolder = `${ownFolder}/pending`;

const stagedPrefix = 'staged-';
const ownerPrefix = 'run-';

/** Where a run prepares its contents, and where it takes them to be removed: nobody else looks into it. */
export function stagedFolder(run: Run): string {
  return `${ownFolder}/${stagedPrefix}${printRun(run)}`;
}

/** The name of the file that says whose the contents are. */
export function ownerFile(run: Run): string {
  return `${ownerPrefix}${printRun(run)}`;
}

/** Whose contents are pending; undefined where the folder does not say. */
export function ownerOf(host: Host, pending: string): Run | undefined {
  return runsIn(host.list(pending), ownerPrefix)[0];
}

/**
 * Takes over what a run has left that ended: from now on it is `self` that works on its journal. Of several runs that try, the
 * one whose rename finds the old name gets it.
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

/** Runs that ended before they changed anything, or after they had changed all, and whose folder is still there. */
export function abandonedRuns(host: Host, root: string, self?: Run): readonly Run[] {
  return runsIn(host.list(posix.join(root, ownFolder)), stagedPrefix)
    .filter((run) => run.token !== self?.token && !isUnderWay(run))
    .filter((run) => host.kind(posix.join(root, stagedFolder(run))) === 'directory');
}

/** Every run of which there is something in the project. */
export function namesOfRuns(host: Host, root: string): readonly Run[] {
  const staged = runsIn(host.list(posix.join(root, ownFolder)), stagedPrefix);
  return [...staged, ...runsIn(host.list(posix.join(root, pendingFolder)), ownerPrefix)];
}

function runsIn(names: readonly string[], prefix: string): readonly Run[] {
  return names.filter((name) => name.startsWith(prefix)).flatMap((name) => parseRun(name.slice(prefix.length)) ?? []);
}

/** Removes our own folder where nothing is left in it. */
export function removeOwnFolderIfEmpty(host: Host, root: string): void {
  const folder = posix.join(root, ownFolder);
  if (host.kind(folder) === 'directory' && host.list(folder).length === 0) host.removeFolder(folder);
}
