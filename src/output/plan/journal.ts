import { posix } from 'node:path';
import { diagnostic, DiagnosticsError, refuse, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { isUnderWay, thisRun, type Run } from '../../base/io/run.js';
import { readJournal, type Journal, type KeptJournal } from './journal-file.js';
import { keptFileProblems, type KeptFile } from './kept-file.js';
import { dropJournal, findJournal, turnJournal } from './kept-journals.js';
import { ownFolder } from './leftovers.js';
import { abandonedRuns, ownerOf, pendingFolder, removeOwnFolderIfEmpty, stagedFolder, takeOver } from './own-folder.js';
import { lateProblem } from './path-problem.js';
import { diskProblem, type Progress } from './progress.js';
import {
  changedContents,
  complete,
  outdatedSteps,
  previousContents,
  refuseForbiddenPaths,
  revertedSteps,
  takeBack,
  type Content,
} from './steps.js';

/** The state that an earlier run has left in the project, with the journal that the user's folder has for it. */
interface Pending {
  readonly owner: Run;
  readonly kept: KeptJournal;
}

/**
 * Reports whether an earlier command was interrupted while writing. Changes nothing.
 * @throws DiagnosticsError when a command is writing right now, or the leftovers do not belong to this user and this
 * checkout
 */
export function pendingJournal(host: Host, root: string): readonly Diagnostic[] {
  if (host.kind(posix.join(root, ownFolder)) !== 'directory') return [];
  const pending = findPending(host, root);
  const abandoned = findAbandoned(host, root);
  if (pending === undefined && abandoned.length === 0) return [];
  return [diagnostic('interrupted-run-pending', { changed: pending !== undefined })];
}

/**
 * Makes a project consistent after a command was interrupted: completes its committed steps, or rolls them back if
 * files have changed since. Such files are kept. Returns notes about what was done, if anything.
 * @throws DiagnosticsError when the other command is still running, when the contents that it left have changed, or
 * when the leftovers do not belong to this user and this checkout
 */
export function recover(host: Host, root: string, self?: Run): readonly Diagnostic[] {
  const progress: Progress = { path: ownFolder };
  const kept: KeptFile[] = [];
  try {
    if (host.kind(posix.join(root, ownFolder)) !== 'directory') return [];
    const pending = findPending(host, root);
    const abandoned = findAbandoned(host, root, self);
    const recovered = pending && recoverPending(host, root, pending, progress, kept);
    for (const run of abandoned) discard(host, root, run);
    removeOwnFolderIfEmpty(host, root);
    const outcome = recovered ?? (abandoned.length > 0 ? ('cleaned up' as const) : undefined);
    if (outcome === undefined) return [];
    return [diagnostic('interrupted-run-recovered', { outcome }), ...keptFileProblems(kept)];
  } catch (error) {
    const problem = diskProblem('recovery-failed', error, progress);
    if (kept.length === 0 || !(problem instanceof DiagnosticsError)) throw problem;
    throw new DiagnosticsError(...problem.diagnostics, ...keptFileProblems(kept));
  }
}

/**
 * Finds the pending run.
 * @throws DiagnosticsError when the run is still active, or does not belong to this user and this checkout
 */
function findPending(host: Host, root: string): Pending | undefined {
  const folder = posix.join(root, pendingFolder);
  const kind = host.kind(folder);
  if (kind === 'missing') return undefined;
  const owner = kind === 'directory' ? ownerOf(host, folder) : undefined;
  if (owner !== undefined && isUnderWay(owner)) refuse('concurrent-run', { pid: owner.pid });
  const kept = owner && findJournal(host, root, owner);
  return owner && kept ? { owner, kept } : refuse('untrusted-journal', { folder: pendingFolder });
}

/**
 * Finds the abandoned runs.
 * @throws DiagnosticsError when there are leftovers that no run of this user created in this checkout
 */
function findAbandoned(host: Host, root: string, self?: Run): readonly Run[] {
  const runs = abandonedRuns(host, root, self);
  for (const run of runs) {
    const folder = stagedFolder(run);
    // A run creates the folder, then keeps its journal, and then writes into the folder.
    const isEmpty = host.list(posix.join(root, folder)).length === 0;
    if (!isEmpty && findJournal(host, root, run) === undefined) refuse('untrusted-journal', { folder });
  }
  return runs;
}

/**
 * Completes the steps of a run if no file has changed since, or else rolls them back, so that the command can be run
 * again on the present project.
 */
function recoverPending(
  host: Host,
  root: string,
  { owner, kept }: Pending,
  progress: Progress,
  keptFiles: KeptFile[],
): 'completed' | 'undone' {
  const folder = posix.join(root, pendingFolder);
  // It uses the token of the first run, under which the journal is kept.
  const self: Run = { ...thisRun(), token: owner.token };
  takeOver(host, folder, owner, self);
  const journal = readJournal(host, kept);
  refuseForbiddenPaths(host, root, journal.steps, journal.folders);
  refuseChangedContents(host, root, journal, kept.phase);
  const isCompleted = kept.phase === 'redo' && completeUnchanged(host, root, journal, progress);
  if (!isCompleted) {
    if (kept.phase === 'redo') {
      refuseChangedContents(host, root, journal, 'undo');
      turnJournal(host, kept);
    }
    takeBack(host, root, folder, journal, progress, keptFiles);
  }
  release(host, root, self);
  return isCompleted ? 'completed' : 'undone';
}

/** Completes the steps of a run. Returns false if files have changed since it was interrupted. */
function completeUnchanged(host: Host, root: string, journal: Journal, progress: Progress): boolean {
  const folder = posix.join(root, pendingFolder);
  if (outdatedSteps(host, root, folder, journal, 'redo').length > 0) return false;
  if (revertedSteps(host, root, folder, journal).length > 0) return false;
  try {
    complete(host, root, folder, journal, progress);
    return true;
  } catch (error) {
    const isChange = ({ code }: Diagnostic): boolean => code === 'concurrent-change';
    if (error instanceof DiagnosticsError && error.diagnostics.every(isChange)) return false;
    throw error;
  }
}

/**
 * Rejects contents that have changed since, because anyone who can commit to the project can change staged contents.
 */
function refuseChangedContents(host: Host, root: string, journal: Journal, phase: KeptJournal['phase']): void {
  const folder = posix.join(root, pendingFolder);
  const reasonFor = (): string | undefined => {
    const other = host.list(folder).find((name) => host.kind(posix.join(folder, name)) !== 'file');
    if (other !== undefined) return `${other} is not a regular file`;
    const [changed] = changedContents(host, root, folder, journal, phase);
    return changed && `the content for ${changed.path} in ${changed.name} is not what the command left`;
  };
  const reason = reasonFor();
  if (reason === undefined) return;
  const onlyCopies = listOf(previousContents(host, root, folder, journal));
  refuse('invalid-journal', { folder: pendingFolder, reason, onlyCopies });
}

function listOf(contents: readonly Content[]): string {
  const most = 10;
  const shown = contents.slice(0, most).map(({ name, path }) => `${name} is the previous ${path}`);
  return [...shown, ...(contents.length > most ? [`${contents.length - most} more`] : [])].join(', ');
}

/** Ends the run and its lock with one rename, and then removes the leftovers. */
export function release(host: Host, root: string, self: Run): void {
  host.rename(posix.join(root, pendingFolder), posix.join(root, stagedFolder(self)));
  host.sync(posix.join(root, ownFolder));
  discard(host, root, self);
  removeOwnFolderIfEmpty(host, root);
}

/** Removes unused leftovers of a run. The journal is removed last, because a later run would need it to do the same. */
export function discard(host: Host, root: string, run: Run): void {
  const folder = posix.join(root, stagedFolder(run));
  const isThere = host.kind(folder) === 'directory';
  for (const name of isThere ? host.list(folder) : []) {
    const problem = lateProblem(host, root, posix.join(stagedFolder(run), name));
    if (problem !== undefined) throw new DiagnosticsError(problem);
    host.remove(posix.join(folder, name));
  }
  dropJournal(host, root, run);
  if (isThere) host.removeFolder(folder);
}
