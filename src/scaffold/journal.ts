import { posix } from 'node:path';
import { diagnostic, refuse, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';

/** One change that a plan makes. The new content and a copy of the old one wait in the journal's folder. */
export interface Step {
  readonly path: string;
  readonly action: 'create' | 'update' | 'delete';
}

export interface Journal {
  readonly pid: number;
  readonly steps: readonly Step[];
  /** Folders that the plan makes, outermost first. */
  readonly folders: readonly string[];
}

const ownFolder = '.operator-gen';
const journalFolder = `${ownFolder}/pending`;

/** The places of a journal below a project's root. Its existence is the lock; the file in it is the promise. */
export function journalPaths(root: string) {
  const folder = posix.join(root, journalFolder);
  return {
    own: posix.join(root, ownFolder),
    folder,
    /** Written first: whose journal this is. */
    owner: posix.join(folder, 'owner'),
    /** While it is there, the steps have to be completed. */
    redo: posix.join(folder, 'redo.json'),
    /** While it is there, the steps have to be undone. */
    undo: posix.join(folder, 'undo.json'),
    after: (index: number) => posix.join(folder, `${index}.after`),
    before: (index: number) => posix.join(folder, `${index}.before`),
  };
}

/** Whether an earlier command was cut off while it wrote. Asks only. */
export function pendingJournal(host: Host, root: string): Diagnostic | undefined {
  const { folder } = journalPaths(root);
  if (host.kind(folder) !== 'directory') return undefined;
  return diagnostic('interrupted-run-pending', { folder: journalFolder });
}

/**
 * Brings a project into one piece after a command was cut off: completes what had been promised, or takes it back.
 * @throws DiagnosticsError when the other command is still running
 */
export function recover(host: Host, root: string): Diagnostic | undefined {
  const paths = journalPaths(root);
  if (host.kind(paths.folder) !== 'directory') return undefined;
  const pid = Number(host.read(paths.owner) ?? Number.NaN);
  if (pid !== process.pid && isRunning(pid)) refuse('another-run', { pid, folder: journalFolder });
  const redo = readJournal(host, paths.redo);
  const undo = readJournal(host, paths.undo);
  if (redo !== undefined) complete(host, root, redo);
  else if (undo !== undefined) takeBack(host, root, undo);
  discard(host, root);
  const outcome = redo !== undefined ? 'completed' : undo !== undefined ? 'undone' : 'cleaned up';
  return diagnostic('interrupted-run', { outcome });
}

/** Carries out every step that was not yet; safe to repeat. */
export function complete(host: Host, root: string, journal: Journal): void {
  const paths = journalPaths(root);
  for (const folder of journal.folders) {
    if (host.kind(posix.join(root, folder)) === 'missing') host.makeFolder(posix.join(root, folder));
  }
  for (const [index, { path, action }] of journal.steps.entries()) {
    const target = posix.join(root, path);
    if (action === 'delete') {
      if (host.kind(target) === 'file') host.remove(target);
    } else if (host.kind(paths.after(index)) === 'file') {
      host.rename(paths.after(index), target);
    }
  }
  for (const folder of new Set(journal.steps.map(({ path }) => posix.dirname(posix.join(root, path)))))
    host.sync(folder);
}

/** Puts back what stood there; safe to repeat. */
export function takeBack(host: Host, root: string, journal: Journal): void {
  const paths = journalPaths(root);
  for (const [index, { path, action }] of journal.steps.entries()) {
    const target = posix.join(root, path);
    if (action !== 'create') {
      if (host.kind(paths.before(index)) === 'file') host.rename(paths.before(index), target);
    } else if (host.kind(paths.after(index)) === 'missing' && host.kind(target) === 'file') {
      // Its new content is not in the journal's folder any more, so it is what stands at the target.
      host.remove(target);
    }
  }
  for (const folder of journal.folders.toReversed()) {
    const path = posix.join(root, folder);
    if (host.kind(path) === 'directory' && host.list(path).length === 0) host.removeFolder(path);
  }
}

/** Removes the journal, its promise first, and our folder if nothing else is in it. */
export function discard(host: Host, root: string): void {
  const paths = journalPaths(root);
  for (const promise of [paths.redo, paths.undo]) {
    if (host.kind(promise) === 'file') host.remove(promise);
  }
  for (const name of host.list(paths.folder)) host.remove(posix.join(paths.folder, name));
  if (host.kind(paths.folder) === 'directory') host.removeFolder(paths.folder);
  if (host.kind(paths.own) === 'directory' && host.list(paths.own).length === 0) host.removeFolder(paths.own);
}

function readJournal(host: Host, path: string): Journal | undefined {
  const text = host.read(path);
  return text === undefined ? undefined : (JSON.parse(text) as Journal);
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
