import { posix } from 'node:path';
import { diagnostic, DiagnosticsError, refuse } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { complete, discard, journalPaths, recover, takeBack, type Journal, type Step } from './journal.js';
import type { Plan, PlannedFile } from './plan.js';

/** A planned file that changes something. */
type Change = PlannedFile & { readonly action: Step['action'] };

/**
 * Carries a plan out: all of it, or nothing. New contents and copies of the old ones are put beside each other first,
 * then a journal promises the steps, then the files are moved into place. Killed before the promise, the project is as it
 * was; killed after it, the next command that writes completes the steps.
 * @throws DiagnosticsError when a step fails; then everything is as it was
 */
export function apply(host: Host, root: string, plan: Plan): void {
  const changes = plan.files.filter((file): file is Change => isChange(file));
  if (changes.length === 0) return;
  const progress = { path: changes[0]!.path };
  const journal: Journal = {
    pid: process.pid,
    steps: changes.map(({ path, action }) => ({ path, action })),
    folders: missingFolders(host, root, changes),
  };
  try {
    prepare(host, root, journal, changes, progress);
  } catch (error) {
    if (error instanceof DiagnosticsError) throw error;
    quietly(() => discard(host, root));
    refuse('write-failed', { path: progress.path, reason: reasonOf(error) });
  }
  try {
    complete(host, root, journal);
  } catch (error) {
    undo(host, root, journal);
    refuse('write-failed', { path: progress.path, reason: reasonOf(error) });
  }
  // Everything is in place: a leftover of the journal would only be completed again.
  quietly(() => discard(host, root));
}

function isChange({ action }: PlannedFile): boolean {
  return action === 'create' || action === 'update' || action === 'delete';
}

/** Everything up to and including the promise; changes nothing outside our own folder. */
function prepare(
  host: Host,
  root: string,
  journal: Journal,
  changes: readonly Change[],
  progress: { path: string },
): void {
  const paths = journalPaths(root);
  if (host.kind(paths.own) === 'missing') host.makeFolder(paths.own);
  lock(host, root);
  host.write(paths.owner, String(journal.pid));
  for (const [index, change] of changes.entries()) {
    progress.path = change.path;
    const target = posix.join(root, change.path);
    const mode = change.action === 'create' ? 0o644 : host.mode(target);
    if (change.action !== 'create') writeSafely(host, paths.before(index), change.before ?? '', mode);
    if (change.copyOf !== undefined) {
      host.copy(change.copyOf, paths.after(index));
      host.sync(paths.after(index));
    } else if (change.action !== 'delete') {
      writeSafely(host, paths.after(index), change.after ?? '', change.executable ? mode | 0o111 : mode);
    }
  }
  const draft = `${paths.redo}.draft`;
  writeSafely(host, draft, JSON.stringify(journal), 0o644);
  host.rename(draft, paths.redo);
  host.sync(paths.folder);
}

/** Making the journal's folder is what locks the project: it fails when it is there. */
function lock(host: Host, root: string): void {
  const { folder } = journalPaths(root);
  try {
    host.makeFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    recover(host, root);
    host.makeFolder(folder);
  }
}

function writeSafely(host: Host, path: string, content: string, mode: number): void {
  host.write(path, content, mode);
  host.sync(path);
}

function undo(host: Host, root: string, journal: Journal): void {
  const paths = journalPaths(root);
  try {
    host.rename(paths.redo, paths.undo);
    takeBack(host, root, journal);
    discard(host, root);
  } catch (error) {
    throw new DiagnosticsError(diagnostic('undo-failed', { path: journal.steps[0]!.path, reason: reasonOf(error) }));
  }
}

/** Tidies up without letting a second failure hide the first; what is left is dealt with by the next command. */
function quietly(tidy: () => void): void {
  try {
    tidy();
  } catch {
    // Deliberately nothing: see above.
  }
}

/** Folders that have to be made, outermost first. */
function missingFolders(host: Host, root: string, changes: readonly Change[]): readonly string[] {
  const folders = new Set<string>();
  for (const { path, action } of changes) {
    if (action === 'delete') continue;
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder);
  }
  return [...folders].filter((folder) => host.kind(posix.join(root, folder)) === 'missing').toSorted();
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
