import { posix } from 'node:path';
import { refuse } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { isUnderWay, parseRun, printRun, type Run } from '../io/run.js';
import { ownFolder } from './leftovers.js';

/** The journal of the run that writes. A folder has one name once, so its existence is the lock. */
export const pendingFolder = `${ownFolder}/pending`;

const stagedPrefix = 'staged-';
const ownerPrefix = 'run-';

/** Where a run prepares its journal, and where it takes it to be removed: nobody else looks into it. */
export function stagedFolder(run: Run): string {
  return `${ownFolder}/${stagedPrefix}${printRun(run)}`;
}

/** The name of the file in a journal that says whose it is. */
export function ownerFile(run: Run): string {
  return `${ownerPrefix}${printRun(run)}`;
}

/** Whose journal this is; undefined where it does not say. */
export function ownerOf(host: Host, journal: string): Run | undefined {
  return host
    .list(journal)
    .filter((name) => name.startsWith(ownerPrefix))
    .map((name) => parseRun(name.slice(ownerPrefix.length)))
    .find((run) => run !== undefined);
}

/**
 * Makes the journal of a run that ended ours. Of several runs that try, the one whose rename finds the old name gets it.
 * @throws DiagnosticsError when its run is under way, or it does not say whose it is
 */
export function takeOver(host: Host, journal: string, self: Run): void {
  const owner = ownerOf(host, journal);
  if (owner === undefined) refuse('journal-unreadable', { folder: pendingFolder, reason: 'it is no journal' });
  if (isUnderWay(owner)) refuse('another-run', { pid: owner.pid });
  try {
    host.rename(posix.join(journal, ownerFile(owner)), posix.join(journal, ownerFile(self)));
  } catch (error) {
    const faster = ownerOf(host, journal);
    if (faster !== undefined && isUnderWay(faster)) refuse('another-run', { pid: faster.pid });
    throw error;
  }
}

/** What runs that ended before they changed anything have left, as absolute folders. */
export function abandonedFolders(host: Host, root: string, self?: Run): readonly string[] {
  return host
    .list(posix.join(root, ownFolder))
    .filter((name) => name.startsWith(stagedPrefix))
    .filter((name) => {
      const run = parseRun(name.slice(stagedPrefix.length));
      return run !== undefined && run.token !== self?.token && !isUnderWay(run);
    })
    .map((name) => posix.join(root, ownFolder, name))
    .filter((folder) => host.kind(folder) === 'directory');
}

/** Removes a folder that has only files in it. */
export function removeFlatFolder(host: Host, folder: string): void {
  for (const name of host.list(folder)) host.remove(posix.join(folder, name));
  host.removeFolder(folder);
}

/** Removes our own folder where nothing is left in it. */
export function removeOwnFolderIfEmpty(host: Host, root: string): void {
  const folder = posix.join(root, ownFolder);
  if (host.kind(folder) === 'directory' && host.list(folder).length === 0) host.removeFolder(folder);
}
