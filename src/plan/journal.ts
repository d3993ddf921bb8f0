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
import { changedContents, complete, outdatedSteps, refuseForbiddenPaths, takeBack } from './steps.js';

/** What an earlier run has left in the project, with the journal that this user kept of it. */
interface Pending {
  readonly owner: Run;
  readonly kept: KeptJournal;
}

/**
 * Reports whether an earlier command was cut off while it wrote. Asks only.
 * @throws DiagnosticsError when a command is writing right now, or what was left is not of this user and this checkout
 */
export function pendingJournal(host: Host, root: string): Diagnostic | undefined {
  if (host.kind(posix.join(root, ownFolder)) !== 'directory') return undefined;
  const pending = findPending(host, root);
  const abandoned = findAbandoned(host, root);
  if (pending !== undefined) return diagnostic('interrupted-run-pending', { changed: true });
  return abandoned.length === 0 ? undefined : diagnostic('interrupted-run-pending', { changed: false });
}

/**
 * Brings a project into one piece after a command was cut off: completes what it had promised, or goes on taking it back.
 * Answers what was done, or undefined where nothing had to be.
 * @throws DiagnosticsError when the other command is still at it, when its files were changed since, or when what was left is
 *   not of this user and this checkout
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

/** @throws DiagnosticsError when its run is under way, or when it is not a run of this user in this checkout */
function findPending(host: Host, root: string): Pending | undefined {
  const folder = posix.join(root, pendingFolder);
  const kind = host.kind(folder);
  if (kind === 'missing') return undefined;
  const owner = kind === 'directory' ? ownerOf(host, folder) : undefined;
  if (owner !== undefined && isUnderWay(owner)) refuse('concurrent-run', { pid: owner.pid });
  const kept = owner && findJournal(host, root, owner);
  return owner && kept ? { owner, kept } : refuse('untrusted-journal', { folder: pendingFolder });
}

/** @throws DiagnosticsError when there is what no run of this user left in this checkout */
function findAbandoned(host: Host, root: string, self?: Run): readonly Run[] {
  const runs = abandonedRuns(host, root, self);
  for (const run of runs) {
    const folder = stagedFolder(run);
    // A run makes the folder, then keeps its journal, and then writes something into the folder.
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
  // It goes by its first run's token, under which its journal is kept.
  const self: Run = { ...thisRun(), token: owner.token };
  takeOver(host, folder, owner, self);
  const journal = readJournal(host, kept);
  refuseForbiddenPaths(host, root, journal.steps, journal.folders);
  refuseOutdated(host, root, journal, kept);
  if (kept.phase === 'redo') complete(host, root, folder, journal, progress);
  else takeBack(host, root, folder, journal, progress);
  release(host, root, self);
  return kept.phase === 'redo' ? 'completed' : 'undone';
}

/** What was staged in the project can have been changed since, by whoever can commit to it. */
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
  if (outdated.length > 0) throw new DiagnosticsError(...outdated.map((path) => diagnostic('stale-journal', { path })));
}

/** Ends the promise and the lock in one rename, and then removes what is left of them. */
export function release(host: Host, root: string, self: Run): void {
  host.rename(posix.join(root, pendingFolder), posix.join(root, stagedFolder(self)));
  host.sync(posix.join(root, ownFolder));
  discard(host, root, self);
  removeOwnFolderIfEmpty(host, root);
}

/** Removes what a run has left that nobody relies on: the journal last of all that a later run would need to do the same. */
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
