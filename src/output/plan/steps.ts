import { posix } from 'node:path';
import { diagnostic, type Diagnostic, DiagnosticsError } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { contentPaths, type Journal, type KeptJournal } from './journal-file.js';
import { pathBeside, type KeptFile } from './kept-file.js';
import { folderProblem, foldersAbove, lateProblem, pathProblem, uniqueProblems } from './path-problem.js';
import type { Progress } from './progress.js';

// Every step is one rename between the run's folder and the project, so the location of its files shows whether it was
// carried out.

type Phase = KeptJournal['phase'];

/** A pending rename, with the hashes of the moved content and of the content that it replaces. */
interface Move {
  /** The affected file of the project. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly moved: string | undefined;
  readonly replaced: string | undefined;
}

/** Carries out all pending steps; safe to repeat. */
export function complete(host: Host, root: string, folder: string, journal: Journal, progress: Progress): void {
  for (const path of journal.folders) {
    progress.path = path;
    if (host.kind(posix.join(root, path)) !== 'missing') continue;
    refuseProblems(lateProblem(host, root, path));
    host.makeFolder(posix.join(root, path));
  }
  for (const move of movesOf(host, root, folder, journal, 'redo')) {
    progress.path = move.path;
    // An editor may have saved the file since the run began.
    if (isOutdated(host, root, move)) throw new DiagnosticsError(diagnostic('concurrent-change', { path: move.path }));
    carryOut(host, root, move, progress);
  }
  removeEmptied(host, root, journal);
  syncFolders(host, root, journal);
}

/** Carries out a move. Both ends are checked once more, because they may have changed since the run started. */
function carryOut(host: Host, root: string, { path, from, to }: Move, progress: Progress): void {
  progress.path = path;
  const inProject = posix.join(root, path);
  const content = from === inProject ? to : from;
  // The end in the project is checked last: no one else uses the run's own folder.
  refuseProblems(lateProblem(host, root, posix.relative(root, content)), pathProblem(host, root, path));
  refuseProblems(lateProblem(host, root, path));
  host.rename(from, to);
}

/**
 * Removes folders that have become empty, innermost first. Failures are ignored, because nothing depends on the
 * removal.
 */
function removeEmptied(host: Host, root: string, { steps }: Journal): void {
  const folders = new Set(steps.filter(({ action }) => action === 'delete').flatMap(({ path }) => foldersAbove(path)));
  for (const path of [...folders].toSorted((one, other) => other.length - one.length)) {
    try {
      removeIfEmpty(host, root, path);
    } catch {
      // Ignored on purpose: see above.
    }
  }
}

function removeIfEmpty(host: Host, root: string, path: string): void {
  const folder = posix.join(root, path);
  if (host.kind(folder) !== 'directory' || host.list(folder).length > 0) return;
  refuseProblems(lateProblem(host, root, `${path}/_`));
  host.removeFolder(folder);
}

/**
 * Restores the previous files; safe to repeat. Files that changed since the run wrote them are kept, with their
 * previous content in a file next to them.
 * @param kept receives the kept files
 */
export function takeBack(
  host: Host,
  root: string,
  folder: string,
  journal: Journal,
  progress: Progress,
  kept: KeptFile[],
): void {
  for (const move of movesOf(host, root, folder, journal, 'undo')) {
    progress.path = move.path;
    const file = takeStepBack(host, root, move, progress);
    if (file !== undefined) kept.push(file);
  }
  for (const path of journal.folders.toReversed()) {
    progress.path = path;
    removeIfEmpty(host, root, path);
  }
  syncFolders(host, root, journal);
}

function takeStepBack(host: Host, root: string, move: Move, progress: Progress): KeptFile | undefined {
  const { path, to, moved } = move;
  const target = posix.join(root, path);
  const isRestored = to === target;
  // Restoring a removed file cannot lose any content.
  if (!isOutdated(host, root, move) || (isRestored && host.kind(target) === 'missing')) {
    if (isRestored) makeFoldersAgain(host, root, path);
    carryOut(host, root, move, progress);
    return undefined;
  }
  if (!isRestored) return { path };
  if (host.hash(target) === moved) return undefined;
  const previous = pathBeside(path, (each) => host.kind(posix.join(root, each)) === 'missing');
  carryOut(host, root, { ...move, path: previous, to: posix.join(root, previous) }, progress);
  return { path, previous };
}

/** Recreates the folders that were removed with their last file. */
function makeFoldersAgain(host: Host, root: string, path: string): void {
  for (const folder of foldersAbove(path)) {
    if (host.kind(posix.join(root, folder)) !== 'missing') continue;
    refuseProblems(lateProblem(host, root, folder));
    host.makeFolder(posix.join(root, folder));
  }
}

/** Returns the paths of pending steps that have changed since the steps were planned. */
export function outdatedSteps(
  host: Host,
  root: string,
  folder: string,
  journal: Journal,
  phase: Phase,
): readonly string[] {
  return movesOf(host, root, folder, journal, phase)
    .filter((move) => isOutdated(host, root, move))
    .map(({ path }) => path);
}

/**
 * Returns the paths that a run has changed, and that have their previous content again; completing the run would leave
 * a mix of old and new files.
 */
export function revertedSteps(host: Host, root: string, folder: string, { steps }: Journal): readonly string[] {
  const contents = contentPaths(folder);
  return steps.flatMap(({ path, action, before }, index) => {
    const isDone =
      action === 'delete'
        ? host.kind(contents.before(index)) !== 'missing'
        : host.kind(contents.after(index)) === 'missing';
    return isDone && host.hash(posix.join(root, path)) === before ? [path] : [];
  });
}

/** Reports whether the content in the project differs from what the move removes or replaces. */
function isOutdated(host: Host, root: string, { path, from, moved, replaced }: Move): boolean {
  const target = posix.join(root, path);
  return host.hash(target) !== (target === from ? moved : replaced);
}

/** A content in the run's folder: the name of the file there, and the file of the project. */
export interface Content {
  readonly name: string;
  readonly path: string;
}

/** Returns the contents in the run's folder that differ from those that the run staged. */
export function changedContents(
  host: Host,
  root: string,
  folder: string,
  journal: Journal,
  phase: Phase,
): readonly Content[] {
  return movesOf(host, root, folder, journal, phase)
    .filter(({ path, from, moved }) => from !== posix.join(root, path) && host.hash(from) !== moved)
    .map(({ path, from }) => ({ name: posix.basename(from), path }));
}

/** Returns the previous contents in the run's folder that the project no longer has. */
export function previousContents(host: Host, root: string, folder: string, { steps }: Journal): readonly Content[] {
  const contents = contentPaths(folder);
  return steps.flatMap(({ path, before }, index) => {
    const saved = contents.before(index);
    const isOnlyCopy = host.kind(saved) === 'file' && host.hash(posix.join(root, path)) !== before;
    return isOnlyCopy ? [{ name: posix.basename(saved), path }] : [];
  });
}

/**
 * Rejects paths of changes that are outside of the project, behind a link, or in places where nothing is ever written.
 * @throws DiagnosticsError when there is such a path
 */
export function refuseForbiddenPaths(
  host: Host,
  root: string,
  files: readonly { readonly path: string }[],
  folders: readonly string[] = [],
): void {
  refuseProblems(
    ...files.map(({ path }) => pathProblem(host, root, path)),
    ...folders.map((path) => folderProblem(host, root, path)),
  );
}

function refuseProblems(...found: readonly (Diagnostic | undefined)[]): void {
  const problems = uniqueProblems(found);
  if (problems.length > 0) throw new DiagnosticsError(...problems);
}

/** Returns the pending renames, in order. */
function movesOf(host: Host, root: string, folder: string, { steps }: Journal, phase: Phase): readonly Move[] {
  const contents = contentPaths(folder);
  const moves = steps.flatMap(({ path, action, before, after }, index): readonly Move[] => {
    const target = posix.join(root, path);
    const [fresh, old] = [contents.after(index), contents.before(index)];
    const isWritten = action !== 'delete' && host.kind(fresh) === 'missing';
    const move = (from: string, to: string, moved?: string, replaced?: string): readonly Move[] =>
      host.kind(from) === 'missing' ? [] : [{ path, from, to, moved, replaced }];
    if (phase === 'redo') {
      if (action !== 'delete') return isWritten ? [] : move(fresh, target, after, before);
      return host.kind(old) === 'missing' ? move(target, old, before) : [];
    }
    if (action === 'delete') return move(old, target, before);
    if (!isWritten) return [];
    return action === 'create' ? move(target, fresh, after) : move(old, target, before, after);
  });
  return phase === 'redo' ? moves : moves.toReversed();
}

/** Syncs folders: a rename or a new folder is on disk only after the folder that lists it is synced. */
function syncFolders(host: Host, root: string, { steps }: Journal): void {
  const folders = new Set(steps.flatMap(({ path }) => ['.', ...foldersAbove(path)]));
  for (const folder of [...folders].map((each) => posix.join(root, each))) {
    if (host.kind(folder) === 'directory') host.sync(folder);
  }
}
