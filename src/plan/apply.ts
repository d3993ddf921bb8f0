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

/**
 * Carries a plan out: all of it, or nothing. The new contents and the old ones are prepared in a folder of the project where
 * nobody looks, and a journal with the steps between them outside of the project; one rename of the folder makes the journal a
 * promise and a lock; then the files are moved into place. Killed before that rename, the project is as it was; killed after
 * it, the next command that writes completes the steps (`recover`).
 * Nothing in here waits, so a signal that the process listens for is told when all is done.
 * @throws DiagnosticsError when a step fails, or the project is not what was planned for; then everything is as it was
 */
export function apply(host: Host, root: string, plan: Plan): void {
  refuseConflicts(plan);
  const changes = plan.files.filter(isChange);
  if (changes.length === 0) return;
  const run = thisRun();
  const folder = posix.join(root, pendingFolder);
  const progress: Progress = { path: changes[0]!.path };
  let staged: Staged;
  try {
    refuseForbiddenPaths(host, root, changes);
    // Only what comes between is left for later: who is at work, or has left something, is told before the files are compared.
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
  // Everything is in place: what is left of the journal says so, and the next command removes it.
  quietly(() => release(host, root, run));
}

function isChange(file: PlannedFile): file is Change {
  return file.action === 'create' || file.action === 'update' || file.action === 'delete';
}

function refuseConflicts({ files }: Plan): void {
  const conflicts = files.filter(({ action }) => action === 'conflict');
  if (conflicts.length === 0) return;
  throw new DiagnosticsError(...conflicts.map(({ path }) => diagnostic('file-exists', { path })));
}

/** Makes the journal a promise. What an earlier run has left there is brought to its end first. */
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

/** A plan is about what it was made from: an editor, or another run, may have been there meanwhile. */
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

/** Tidies up without letting a second failure hide the first; what is left is dealt with by the next command. */
function quietly(tidy: () => void): void {
  try {
    tidy();
  } catch {
    // Deliberately nothing: see above.
  }
}
