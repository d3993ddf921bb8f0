import { posix } from 'node:path';
import { diagnostic, DiagnosticsError, refuse, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { isUnderWay, thisRun, type Run } from '../io/run.js';
import { readJournal, type Journal, type KeptJournal } from './journal-file.js';
import { dropJournal, findJournal } from './kept-journals.js';
import { ownFolder } from './leftovers.js';
import { abandonedRuns, ownerOf, pendingFolder, removeOwnFolderIfEmpty, stagedFolder, takeOver } from './own-folder.js';
import { lateProblem } from './path-problem.js';
import { diskProblem, type Progress } from './progress.js';
import { changedContents, complete, outdatedSteps, refuseForbiddenPaths, revertedSteps, takeBack } from './steps.js';

/** The state that an earlier run has left in the project, with the journal that this user kept of it. */
interface Pending {
  readonly owner: Run;
  readonly kept: KeptJournal;
}

/**
 * Reports whether an earlier command was interrupted while writing. Changes nothing.
 * @throws DiagnosticsError when a command is writing right now, or the leftovers do not belong to this user and this
 * checkout
 */
export function pendingJournal(host: Host, root: string): Diagnostic | undefined {
  if (host.kind(posix.join(root, ownFolder)) !== 'directory') return undefined;
  const pending = findPending(host, root);
  const abandoned = findAbandoned(host, root);
  if (pending !== undefined) return diagnostic('interrupted-run-pending', { changed: true });
  return abandoned.length === 0 ? undefined : diagnostic('interrupted-run-pending', { changed: false });
}

/**
 * Makes a project consistent after a command was interrupted: completes its committed steps, or continues to roll them
 * back. Returns what was done, or undefined if nothing was necessary.
 * @throws DiagnosticsError when the other command is still running, when its files have changed since, or when the
 * leftovers do not belong to this user and this checkout
 */
export function recover(host: Host, root: string, self?: Run): Diagnostic | undefined {
  const progress: Progress = { path: ownFolder };
  try {
    if (host.kind(posix.join(root, ownFolder)) !== 'directory') return undefined;
    const pending = findPending(host, root);
    const abandoned = findAbandoned(host, root, self);
    const recovered = pending && recoverPending(host, root, pending, progress);
    for (const run of abandoned) discard(host, root, run);
    removeOwnFolderIfEmpty(host, root);
    const outcome = recovered ?? (abandoned.length > 0 ? ('cleaned up' as const) : undefined);
    return outcome === undefined ? undefined : diagnostic('interrupted-run-recovered', { outcome });
  } catch (error) {
    throw diskProblem('recovery-failed', error, progress);
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

function recoverPending(
  host: Host,
  root: string,
  { owner, kept }: Pending,
  progress: Progress,
): 'completed' | 'undone' {
  const folder = posix.join(root, pendingFolder);
  // It uses the token of the first run, under which the journal is kept.
  const self: Run = { ...thisRun(), token: owner.token };
  takeOver(host, folder, owner, self);
  const journal = readJournal(host, kept);
  refuseForbiddenPaths(host, root, journal.steps, journal.folders);
  refuseOutdated(host, root, journal, kept);
  if (kept.phase === 'redo') complete(host, root, folder, journal, progress);
  else takeBack(host, root, folder, journal, progress, []);
  release(host, root, self);
  return kept.phase === 'redo' ? 'completed' : 'undone';
}

/**
 * Rejects contents that have changed since, because anyone who can commit to the project can change staged contents.
 */
function refuseOutdated(host: Host, root: string, journal: Journal, { phase }: KeptJournal): void {
  const folder = posix.join(root, pendingFolder);
  const [other] = host.list(folder).filter((name) => host.kind(posix.join(folder, name)) !== 'file');
  if (other !== undefined)
    refuse('invalid-journal', { folder: pendingFolder, reason: `${other} is not a regular file` });
  const [changed] = changedContents(host, root, folder, journal, phase);
  if (changed !== undefined) {
    const reason = `the content for ${changed} is not what the command left`;
    refuse('invalid-journal', { folder: pendingFolder, reason });
  }
  const outdated = outdatedSteps(host, root, folder, journal, phase);
  const reverted = phase === 'redo' ? revertedSteps(host, root, folder, journal) : [];
  const stale = [
    ...outdated.map((path) => diagnostic('stale-journal', { path })),
    ...reverted.map((path) => diagnostic('reverted-journal', { path })),
  ];
  if (stale.length > 0) throw new DiagnosticsError(...stale);
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
