import { posix } from 'node:path';
import { DiagnosticsError } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { journalPaths, type Journal, type Step } from './journal-file.js';
import { foldersAbove, pathProblem, uniqueProblems } from './path-problem.js';
import type { Progress } from './progress.js';
import { hashOf } from './state.js';

// Every step is one rename between the journal and the project, so where its files are says whether it was done.

/** Carries out every step that was not yet; safe to repeat. */
export function complete(host: Host, root: string, folder: string, journal: Journal, progress: Progress): void {
  const paths = journalPaths(folder);
  for (const path of journal.folders) {
    progress.path = path;
    if (host.kind(posix.join(root, path)) === 'missing') host.makeFolder(posix.join(root, path));
  }
  for (const [index, step] of journal.steps.entries()) {
    progress.path = step.path;
    if (isDone(host, root, folder, step, index)) continue;
    const target = posix.join(root, step.path);
    if (step.action === 'delete') host.rename(target, paths.before(index));
    else host.rename(paths.after(index), target);
  }
  removeEmptied(host, root, journal);
  syncFolders(host, root, journal);
}

/** Folders whose last file went, innermost first. What cannot be removed stays: nothing depends on it. */
function removeEmptied(host: Host, root: string, { steps }: Journal): void {
  const folders = new Set(steps.filter(({ action }) => action === 'delete').flatMap(({ path }) => foldersAbove(path)));
  for (const path of [...folders].toSorted((one, other) => other.length - one.length)) {
    const folder = posix.join(root, path);
    try {
      if (host.kind(folder) === 'directory' && host.list(folder).length === 0) host.removeFolder(folder);
    } catch {
      // Deliberately nothing: see above.
    }
  }
}

/** Puts back what stood there; safe to repeat. */
export function takeBack(host: Host, root: string, folder: string, journal: Journal, progress: Progress): void {
  const paths = journalPaths(folder);
  for (const [index, step] of [...journal.steps.entries()].toReversed()) {
    progress.path = step.path;
    if (!isDone(host, root, folder, step, index)) continue;
    const target = posix.join(root, step.path);
    if (step.action === 'create') {
      if (host.kind(target) === 'file') host.rename(target, paths.after(index));
    } else if (host.kind(paths.before(index)) === 'file') host.rename(paths.before(index), target);
  }
  for (const path of journal.folders.toReversed()) {
    progress.path = path;
    const made = posix.join(root, path);
    if (host.kind(made) === 'directory' && host.list(made).length === 0) host.removeFolder(made);
  }
  syncFolders(host, root, journal);
}

/** The paths whose step is still to be done, and that are not what they were when it was planned. */
export function outdatedSteps(host: Host, root: string, folder: string, { steps }: Journal): readonly string[] {
  return [...steps.entries()]
    .filter(([index, step]) => !isDone(host, root, folder, step, index))
    .filter(([, { path, before }]) => {
      const text = host.read(posix.join(root, path));
      return before !== (text === undefined ? undefined : hashOf(text));
    })
    .map(([, { path }]) => path);
}

/** @throws DiagnosticsError when the steps would lead out of the project, or through a link */
export function refuseForbiddenPaths(host: Host, root: string, { steps, folders }: Journal): void {
  const problems = uniqueProblems([
    ...steps.map(({ path }) => pathProblem(host, root, path)),
    // The folder itself may be there: what is asked is whether something could be put into it.
    ...folders.map((path) => pathProblem(host, root, `${path}/_`)),
  ]);
  if (problems.length > 0) throw new DiagnosticsError(...problems);
}

function isDone(host: Host, root: string, folder: string, { path, action }: Step, index: number): boolean {
  const paths = journalPaths(folder);
  if (action !== 'delete') return host.kind(paths.after(index)) === 'missing';
  return host.kind(paths.before(index)) === 'file' || host.kind(posix.join(root, path)) === 'missing';
}

/** A rename or a new folder is on the disk when the folder that lists it is. */
function syncFolders(host: Host, root: string, { steps }: Journal): void {
  const folders = new Set(steps.flatMap(({ path }) => ['.', ...foldersAbove(path)]));
  for (const folder of [...folders].map((each) => posix.join(root, each))) {
    if (host.kind(folder) === 'directory') host.sync(folder);
  }
}
