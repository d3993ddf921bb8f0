import { posix } from 'node:path';
import { diagnostic, type Diagnostic, DiagnosticsError } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { contentPaths, type Journal, type KeptJournal } from './journal-file.js';
import { folderProblem, foldersAbove, lateProblem, pathProblem, uniqueProblems } from './path-problem.js';
import type { Progress } from './progress.js';

// Every step is one rename between the run's folder and the project, so where its files are says whether it was done.

type Phase = KeptJournal['phase'];

/** A rename that is still to be made, with the hashes of what it moves and of what it replaces. */
interface Move {
  /** The file of the project that it is about. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly moved: string | undefined;
  readonly replaced: string | undefined;
}

/** Carries out every step that was not yet; safe to repeat. */
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

/** Makes a move. Both of its ends are checked once more: what they were when the run began says nothing of now. */
function carryOut(host: Host, root: string, { path, from, to }: Move, progress: Progress): void {
  progress.path = path;
  const inProject = posix.join(root, path);
  const content = from === inProject ? to : from;
  // The end in the project comes last: in the run's own folder there is nothing that is of use to anybody else.
  refuseProblems(lateProblem(host, root, posix.relative(root, content)), pathProblem(host, root, path));
  refuseProblems(lateProblem(host, root, path));
  host.rename(from, to);
}

/** Folders whose last file went, innermost first. What cannot be removed stays: nothing depends on it. */
function removeEmptied(host: Host, root: string, { steps }: Journal): void {
  const folders = new Set(steps.filter(({ action }) => action === 'delete').flatMap(({ path }) => foldersAbove(path)));
  for (const path of [...folders].toSorted((one, other) => other.length - one.length)) {
    try {
      removeIfEmpty(host, root, path);
    } catch {
      // Deliberately nothing: see above.
    }
  }
}

function removeIfEmpty(host: Host, root: string, path: string): void {
  const folder = posix.join(root, path);
  if (host.kind(folder) !== 'directory' || host.list(folder).length > 0) return;
  refuseProblems(lateProblem(host, root, `${path}/_`));
  host.removeFolder(folder);
}

/** Puts back what stood there; safe to repeat. */
export function takeBack(host: Host, root: string, folder: string, journal: Journal, progress: Progress): void {
  for (const move of movesOf(host, root, folder, journal, 'undo')) {
    progress.path = move.path;
    if (move.to === posix.join(root, move.path)) makeFoldersAgain(host, root, move.path);
    carryOut(host, root, move, progress);
  }
  for (const path of journal.folders.toReversed()) {
    progress.path = path;
    removeIfEmpty(host, root, path);
  }
  syncFolders(host, root, journal);
}

/** Makes the folders again that were removed with their last file. */
function makeFoldersAgain(host: Host, root: string, path: string): void {
  for (const folder of foldersAbove(path)) {
    if (host.kind(posix.join(root, folder)) !== 'missing') continue;
    refuseProblems(lateProblem(host, root, folder));
    host.makeFolder(posix.join(root, folder));
  }
}

/** The paths whose step is still to be done, and that are not what they were when it was planned. */
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

/** Whether what stands in the project is not what the move takes away or replaces. */
function isOutdated(host: Host, root: string, { path, from, moved, replaced }: Move): boolean {
  const target = posix.join(root, path);
  return host.hash(target) !== (target === from ? moved : replaced);
}

/** The paths whose content in the run's folder is not what the run has put there. */
export function changedContents(
  host: Host,
  root: string,
  folder: string,
  journal: Journal,
  phase: Phase,
): readonly string[] {
  return movesOf(host, root, folder, journal, phase)
    .filter(({ path, from, moved }) => from !== posix.join(root, path) && host.hash(from) !== moved)
    .map(({ path }) => path);
}

/** @throws DiagnosticsError when something would be written or deleted out of the project, through a link, or where it never may */
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

/** The renames that are still to be made, in their order. */
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

/** A rename or a new folder is on the disk when the folder that lists it is. */
function syncFolders(host: Host, root: string, { steps }: Journal): void {
  const folders = new Set(steps.flatMap(({ path }) => ['.', ...foldersAbove(path)]));
  for (const folder of [...folders].map((each) => posix.join(root, each))) {
    if (host.kind(folder) === 'directory') host.sync(folder);
  }
}
