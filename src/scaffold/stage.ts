import { posix } from 'node:path';
import { DiagnosticsError } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import type { Run } from '../io/run.js';
import { journalPaths, type Journal, type Step } from './journal-file.js';
import { ownFolder, stateFile } from './leftovers.js';
import { ownerFile, stagedFolder } from './own-folder.js';
import { foldersAbove, pathProblem } from './path-problem.js';
import type { PlannedFile } from './plan.js';
import type { Progress } from './progress.js';
import { hashOf } from './state.js';

/** A planned file that changes something. */
export type Change = PlannedFile & { readonly action: Step['action'] };

/** Prepares the journal of a run, down to the disk. Changes nothing outside the run's own folder. */
export function stage(host: Host, root: string, run: Run, changes: readonly Change[], progress: Progress): Journal {
  const journal: Journal = { steps: changes.map(stepOf), folders: missingFolders(host, root, changes) };
  const linked = pathProblem(host, root, stateFile);
  if (linked !== undefined) throw new DiagnosticsError(linked);

  const own = posix.join(root, ownFolder);
  if (host.kind(own) === 'missing') host.makeFolder(own);
  const folder = posix.join(root, stagedFolder(run));
  host.makeFolder(folder);
  for (const [index, change] of changes.entries()) {
    progress.path = change.path;
    stageChange(host, root, folder, change, index);
  }
  writeDown(host, posix.join(folder, ownerFile(run)), '');
  writeDown(host, journalPaths(folder).redo, JSON.stringify(journal));
  host.sync(folder);
  return journal;
}

function stageChange(host: Host, root: string, folder: string, change: Change, index: number): void {
  const { path, action, after = '', executable = false, copyOf } = change;
  const target = posix.join(root, path);
  const { before: old, after: fresh } = journalPaths(folder);
  if (action === 'delete') return;
  if (action === 'update') {
    // Byte for byte: what stands there need not be UTF-8.
    host.copy(target, old(index));
    host.sync(old(index));
  }
  if (copyOf !== undefined) {
    host.copy(copyOf, fresh(index));
    host.sync(fresh(index));
    return;
  }
  // A new folder has every right that the user's umask leaves.
  const mode = action === 'update' ? host.mode(target) : host.mode(folder) & 0o666;
  writeDown(host, fresh(index), after, executable ? mode | ((mode & 0o444) >> 2) : mode);
}

function writeDown(host: Host, path: string, content: string, mode?: number): void {
  host.write(path, content, mode);
  host.sync(path);
}

function stepOf({ path, action, before }: Change): Step {
  return { path, action, ...(before === undefined ? {} : { before: hashOf(before) }) };
}

/** Folders that have to be made, outermost first. */
function missingFolders(host: Host, root: string, changes: readonly Change[]): readonly string[] {
  const folders = new Set(
    changes.filter(({ action }) => action !== 'delete').flatMap(({ path }) => foldersAbove(path)),
  );
  return [...folders].filter((folder) => host.kind(posix.join(root, folder)) === 'missing').toSorted();
}
