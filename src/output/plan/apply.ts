import { posix } from 'node:path';
import { diagnostic, DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { messageOf } from '../../base/io/message-of.js';
import { thisRun, type Run } from '../../base/io/run.js';
import { projectFile } from '../../project/paths.js';
import type { Journal } from './journal-file.js';
import { discard, recover, release } from './journal.js';
import { keptFileProblems, type KeptFile } from './kept-file.js';
import { turnJournal } from './kept-journals.js';
import { ownFolder, stateFile } from './leftovers.js';
import { pendingFolder, removeOwnFolderIfEmpty, stagedFolder } from './own-folder.js';
import type { Plan, PlannedFile } from './plan.js';
import { diskProblem, type Progress } from './progress.js';
import { stage, type Change, type Staged } from './stage.js';
import { complete, outdatedSteps, refuseForbiddenPaths, takeBack } from './steps.js';
import { quietly } from '../../base/io/quietly.js';

/**
 * Applies a plan completely or not at all. The new and old contents are staged in a private folder of the project, and
 * a journal with the steps between them is kept outside of the project. A single rename of the folder commits the
 * journal and acts as a lock; then the files are moved into place. If the process is killed before that rename, the
 * project is unchanged; if it is killed afterwards, the next command that writes completes the steps (`recover`).
 * Nothing here is asynchronous, so the process handles signals only after everything is done.
 * @throws DiagnosticsError when a step fails, or the project has changed since planning; all changes are then rolled
 * back, except in files that changed since they were written
 */
export function apply(host: Host, root: string, plan: Plan): void {
  refuseConflicts(plan);
  const changes = inWriteOrder(plan.files.filter(isChange));
  if (changes.length === 0) return;
  const run = thisRun();
  const folder = posix.join(root, pendingFolder);
  const progress: Progress = { path: changes[0]!.path };
  let staged: Staged;
  try {
    refuseForbiddenPaths(host, root, changes);
    // Active and interrupted runs are detected before the files are compared; `publish` handles those that appear
    // later.
    if (host.kind(folder) !== 'missing') recover(host, root, run);
    staged = stage(host, root, run, changes, progress);
    publish(host, root, run);
  } catch (error) {
    // A second failure must not hide the first one. The next command handles the rest.
    quietly(() => discard(host, root, run));
    quietly(() => removeOwnFolderIfEmpty(host, root));
    throw diskProblem('write-failed', error, progress);
  }
  try {
    host.sync(posix.join(root, ownFolder));
    refuseChanges(host, root, folder, staged.journal);
    complete(host, root, folder, staged.journal, progress);
  } catch (error) {
    const kept = undo(host, root, run, staged);
    throw withKept(diskProblem('write-failed', error, progress), kept);
  }
  // Everything is in place. The rest of the journal records that, and the next command removes it.
  quietly(() => release(host, root, run));
}

function isChange(file: PlannedFile): file is Change {
  return file.action === 'create' || file.action === 'update' || file.action === 'delete';
}

function refuseConflicts({ files }: Plan): void {
  const conflicts = files.filter(({ action }) => action === 'conflict');
  if (conflicts.length === 0) return;
  throw new DiagnosticsError(...conflicts.map(({ path }) => diagnostic('file-exists', { path, canForce: false })));
}

/** Commits the journal. Recovers first if an earlier run was interrupted. */
function publish(host: Host, root: string, run: Run): void {
  const staged = posix.join(root, stagedFolder(run));
  const pending = posix.join(root, pendingFolder);
  try {
    host.rename(staged, pending);
  } catch (error) {
    if (host.kind(pending) === 'missing') throw error;
    recover(host, root, run);
    host.rename(staged, pending);
  }
}

/** Rejects changes made since the plan was created, for example by an editor or another run. */
function refuseChanges(host: Host, root: string, folder: string, journal: Journal): void {
  refuseForbiddenPaths(host, root, journal.steps, journal.folders);
  const changed = outdatedSteps(host, root, folder, journal, 'redo');
  if (changed.length === 0) return;
  throw new DiagnosticsError(...changed.map((path) => diagnostic('concurrent-change', { path })));
}

/** Rolls back all steps, and returns the files that changed in the meantime and are kept. */
function undo(host: Host, root: string, run: Run, { journal, kept: keptJournal }: Staged): readonly KeptFile[] {
  const folder = posix.join(root, pendingFolder);
  const progress: Progress = { path: pendingFolder };
  const kept: KeptFile[] = [];
  try {
    turnJournal(host, keptJournal);
    takeBack(host, root, folder, journal, progress, kept);
  } catch (error) {
    const failed = diagnostic('rollback-failed', { path: progress.path, reason: messageOf(error) });
    throw new DiagnosticsError(failed, ...keptFileProblems(kept));
  }
  quietly(() => release(host, root, run));
  return kept;
}

/** Adds the files that were not rolled back to a problem, whose help must not say that nothing was written. */
function withKept(problem: unknown, kept: readonly KeptFile[]): unknown {
  if (kept.length === 0 || !(problem instanceof DiagnosticsError)) return problem;
  const help = 'all other changes were rolled back; fix the cause, if there is one, and run the command again';
  const isTold = ({ code }: Diagnostic): boolean => code === 'concurrent-change' || code === 'write-failed';
  const told = problem.diagnostics.map((each) => (isTold(each) ? { ...each, help } : each));
  return new DiagnosticsError(...told, ...keptFileProblems(kept));
}

/**
 * Sorts changes into the order in which they are carried out. PROJECT shows that everything is done, so it is written
 * last, after the record of written files. If an interrupted run is never recovered, its command can therefore be run
 * again. Files are removed after others are written, so that a moved file is always at one of its two paths.
 */
function inWriteOrder<T extends Pick<PlannedFile, 'path' | 'action'>>(changes: readonly T[]): readonly T[] {
  return changes.toSorted((one, other) => rank(one) - rank(other));
}

function rank({ path, action }: Pick<PlannedFile, 'path' | 'action'>): number {
  if (path === projectFile) return 3;
  if (path === stateFile) return 2;
  return action === 'delete' ? 1 : 0;
}
