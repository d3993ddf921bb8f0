import { posix } from 'node:path';
import { diagnostic, DiagnosticsError } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { thisRun, type Run } from '../io/run.js';
import type { Journal } from './journal-file.js';
import { discard, recover, release } from './journal.js';
import { turnJournal } from './kept-journals.js';
import { ownFolder } from './leftovers.js';
import { pendingFolder, removeOwnFolderIfEmpty, stagedFolder } from './own-folder.js';
import type { Plan, PlannedFile } from './plan.js';
import { diskProblem, reasonOf, type Progress } from './progress.js';
import { stage, type Change, type Staged } from './stage.js';
import { complete, outdatedSteps, refuseForbiddenPaths, takeBack } from './steps.js';
import { inWriteOrder } from './write-order.js';

/**
 * Applies a plan completely or not at all. The new and old contents are staged in a private folder of the project, and
 * a journal with the steps between them is kept outside of the project. A single rename of the folder commits the
 * journal and acts as a lock; then the files are moved into place. If the process is killed before that rename, the
 * project is unchanged; if it is killed afterwards, the next command that writes completes the steps (`recover`).
 * Nothing in here is asynchronous, so the process handles a signal only after everything is done.
 * @throws DiagnosticsError when a step fails, or the project has changed since planning; all changes are then rolled
 * back
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
    quietly(() => discard(host, root, run));
    quietly(() => removeOwnFolderIfEmpty(host, root));
    throw diskProblem('write-failed', error, progress);
  }
  try {
    host.sync(posix.join(root, ownFolder));
    refuseChanges(host, root, folder, staged.journal);
    complete(host, root, folder, staged.journal, progress);
  } catch (error) {
    undo(host, root, run, staged);
    throw diskProblem('write-failed', error, progress);
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

function undo(host: Host, root: string, run: Run, { journal, kept }: Staged): void {
  const folder = posix.join(root, pendingFolder);
  const progress: Progress = { path: pendingFolder };
  try {
    turnJournal(host, kept);
    takeBack(host, root, folder, journal, progress);
  } catch (error) {
    throw new DiagnosticsError(diagnostic('rollback-failed', { path: progress.path, reason: reasonOf(error) }));
  }
  quietly(() => release(host, root, run));
}

/** Cleans up without letting a second failure hide the first one; the next command handles the rest. */
function quietly(tidy: () => void): void {
  try {
    tidy();
  } catch {
    // Ignored on purpose: see above.
  }
}
