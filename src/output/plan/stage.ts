import { posix } from 'node:path';
import { DiagnosticsError, refuse } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import type { Run } from '../../base/io/run.js';
import { contentPaths, type Journal, type KeptJournal, type Step } from './journal-file.js';
import { keepJournal } from './kept-journals.js';
import { ownFolder, stateFile } from './leftovers.js';
import { ownerFile, stagedFolder } from './own-folder.js';
import { foldersAbove, lateProblem, pathProblem } from './path-problem.js';
import type { PlannedFile } from './plan.js';
import type { Progress } from './progress.js';
import { defined } from '../../base/model/defined.js';
import { sha256 } from '../../base/io/sha256.js';

/** A planned file that changes something. */
export type Change = PlannedFile & { readonly action: Step['action'] };

/** The staged journal of a run. */
export interface Staged {
  readonly journal: Journal;
  readonly kept: KeptJournal;
}

/**
 * Stages the journal of a run and its contents, and syncs them to disk. Changes nothing in the project outside the
 * run's own folder.
 */
export function stage(host: Host, root: string, run: Run, changes: readonly Change[], progress: Progress): Staged {
  const linked = pathProblem(host, root, stateFile);
  if (linked !== undefined) throw new DiagnosticsError(linked);
  const steps = changes.map((change) => {
    progress.path = change.path;
    return stepOf(host, root, change);
  });
  const journal: Journal = { steps, folders: missingFolders(host, root, changes) };

  const own = posix.join(root, ownFolder);
  if (host.kind(own) === 'missing') host.makeFolder(own);
  const folder = posix.join(root, stagedFolder(run));
  host.makeFolder(folder);
  // Stored before the folder contains anything: otherwise, later runs could not tell that they may remove it.
  const kept = keepJournal(host, root, run, journal);
  for (const [index, change] of changes.entries()) {
    progress.path = change.path;
    stageChange(host, root, folder, change, index);
  }
  writeDown(host, posix.join(folder, ownerFile(run)), '');
  host.sync(folder);
  return { journal, kept };
}

function stageChange(host: Host, root: string, folder: string, change: Change, index: number): void {
  const { path, action, after = '', executable = false, copyOf } = change;
  const target = posix.join(root, path);
  const { before: old, after: fresh } = contentPaths(folder);
  if (action === 'delete') return;
  if (action === 'update') {
    const problem = lateProblem(host, root, path);
    if (problem !== undefined) throw new DiagnosticsError(problem);
    // Copied byte for byte, because existing files are not necessarily UTF-8.
    host.copy(target, old(index));
    host.sync(old(index));
  }
  if (copyOf !== undefined) {
    host.copy(copyOf, fresh(index));
    host.sync(fresh(index));
    return;
  }
  // A new folder gets all permissions that the user's umask allows.
  const mode = action === 'update' ? host.mode(target) : host.mode(folder) & 0o666;
  writeDown(host, fresh(index), after, executable ? mode | ((mode & 0o444) >> 2) : mode);
}

function writeDown(host: Host, path: string, content: string, mode?: number): void {
  host.write(path, content, mode);
  host.sync(path);
}

function stepOf(host: Host, root: string, { path, action, before: planned, after = '', copyOf }: Change): Step {
  const target = posix.join(root, path);
  const old = action === 'create' ? undefined : host.hash(target);
  // The hash was computed before this check, so a change in between is detected when the steps are carried out.
  if (action !== 'create' && host.read(target) !== planned) refuse('concurrent-change', { path });
  const fresh = action === 'delete' ? undefined : copyOf === undefined ? sha256(after) : host.hash(copyOf);
  return {
    path,
    action,
    ...defined({ before: old, after: fresh }),
  };
}

/** Returns the folders to be created, outermost first. */
function missingFolders(host: Host, root: string, changes: readonly Change[]): readonly string[] {
  const folders = new Set(
    changes.filter(({ action }) => action !== 'delete').flatMap(({ path }) => foldersAbove(path)),
  );
  return [...folders].filter((folder) => host.kind(posix.join(root, folder)) === 'missing').toSorted();
}
