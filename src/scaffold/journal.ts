import { posix } from 'node:path';
import { diagnostic, DiagnosticsError, refuse, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { isUnderWay, thisRun, type Run } from '../io/run.js';
import { journalPaths, readJournal } from './journal-file.js';
import { ownFolder } from './leftovers.js';
import {
  abandonedFolders,
  ownerOf,
  pendingFolder,
  removeFlatFolder,
  removeOwnFolderIfEmpty,
  stagedFolder,
  takeOver,
} from './own-folder.js';
import { diskProblem, type Progress } from './progress.js';
import { complete, outdatedSteps, refuseForbiddenPaths, takeBack } from './steps.js';

/**
 * Whether an earlier command was cut off while it wrote. Asks only.
 * @throws DiagnosticsError when a command is writing right now
 */
export function pendingJournal(host: Host, root: string): Diagnostic | undefined {
  if (host.kind(posix.join(root, ownFolder)) !== 'directory') return undefined;
  const folder = posix.join(root, pendingFolder);
  if (host.kind(folder) === 'directory') {
    const owner = ownerOf(host, folder);
    if (owner !== undefined && isUnderWay(owner)) refuse('another-run', { pid: owner.pid });
    return diagnostic('interrupted-run-pending', { changed: true });
  }
  if (abandonedFolders(host, root).length === 0) return undefined;
  return diagnostic('interrupted-run-pending', { changed: false });
}

/**
 * Brings a project into one piece after a command was cut off: completes what it had promised, or goes on taking it back.
 * Answers what was done, or undefined where nothing had to be.
 * @throws DiagnosticsError when the other command is still at it, or when its files were changed since
 */
export function recover(host: Host, root: string, self: Run = thisRun()): Diagnostic | undefined {
  const progress: Progress = { path: ownFolder };
  try {
    if (host.kind(posix.join(root, ownFolder)) !== 'directory') return undefined;
    const pending = recoverPending(host, root, self, progress);
    const abandoned = cleanUp(host, root, self);
    const outcome = pending ?? abandoned;
    return outcome === undefined ? undefined : diagnostic('interrupted-run', { outcome });
  } catch (error) {
    throw diskProblem('recovery-failed', error, progress);
  }
}

function cleanUp(host: Host, root: string, self: Run): 'cleaned up' | undefined {
  const abandoned = abandonedFolders(host, root, self);
  for (const folder of abandoned) removeFlatFolder(host, folder);
  removeOwnFolderIfEmpty(host, root);
  return abandoned.length === 0 ? undefined : 'cleaned up';
}

function recoverPending(host: Host, root: string, self: Run, progress: Progress): 'completed' | 'undone' | undefined {
  const folder = posix.join(root, pendingFolder);
  if (host.kind(folder) !== 'directory') return undefined;
  takeOver(host, folder, self);
  const paths = journalPaths(folder);
  const undo = readJournal(host, paths.undo);
  const journal = undo ?? readJournal(host, paths.redo);
  if (journal === undefined) return refuse('journal-unreadable', { folder: pendingFolder, reason: 'it is empty' });
  // It may have come with a clone: it is trusted no more than a plan is.
  refuseForbiddenPaths(host, root, journal);
  if (undo === undefined) {
    const outdated = outdatedSteps(host, root, folder, journal);
    if (outdated.length > 0) {
      throw new DiagnosticsError(...outdated.map((path) => diagnostic('journal-outdated', { path })));
    }
    complete(host, root, folder, journal, progress);
  } else {
    takeBack(host, root, folder, journal, progress);
  }
  release(host, root, self);
  return undo === undefined ? 'completed' : 'undone';
}

/** Ends the promise and the lock in one rename, and then removes what is left of them. */
export function release(host: Host, root: string, self: Run): void {
  const folder = posix.join(root, stagedFolder(self));
  host.rename(posix.join(root, pendingFolder), folder);
  host.sync(posix.join(root, ownFolder));
  discard(host, root, folder);
}

/** Removes a journal that nobody relies on, and our own folder if nothing else is in it. */
export function discard(host: Host, root: string, folder: string): void {
  if (host.kind(folder) === 'directory') removeFlatFolder(host, folder);
  removeOwnFolderIfEmpty(host, root);
}
