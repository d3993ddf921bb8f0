import { posix } from 'node:path';
import { refuse } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { isLongOver, parseRun, printRun, type Run } from '../../base/io/run.js';
import type { Journal, KeptJournal } from './journal-file.js';
import { namesOfRuns } from './own-folder.js';
import { sha256 } from '../../base/io/sha256.js';

// A journal determines what is written and deleted, so it is kept where no repository can supply one: in a folder of
// this user, under a name specific to this checkout. The new contents are in the project, and their hashes in the
// journal.

const form = /^([0-9a-f]{32})-(.+)\.(redo|undo)$/;

/**
 * Stores the journal of a run and syncs it to disk.
 * @throws DiagnosticsError when this user has no folder for it
 */
export function keepJournal(host: Host, root: string, run: Run, journal: Journal): KeptJournal {
  const folder = host.makeRecordFolder(root);
  if (folder === undefined) return refuse('no-private-folder', {});
  const path = posix.join(folder, `${checkoutName(host, root)}-${printRun(run)}.redo`);
  host.write(path, JSON.stringify(journal), 0o600);
  host.sync(path);
  host.sync(folder);
  return { path, phase: 'redo' };
}

/** Finds the journal that a run of this user kept for this checkout. */
export function findJournal(host: Host, root: string, { token }: Run): KeptJournal | undefined {
  return journalsOf(host, root).find(({ run }) => run.token === token);
}

/** Switches a journal to rolling back its steps. */
export function turnJournal(host: Host, { path }: KeptJournal): void {
  host.rename(path, path.replace(/\.redo$/, '.undo'));
  host.sync(posix.dirname(path));
}

/** Removes the journal of a finished run, and the journals of earlier runs whose folders in the project no longer exist. */
export function dropJournal(host: Host, root: string, { token }: Run): void {
  const named = new Set(namesOfRuns(host, root).map((run) => run.token));
  for (const { path, run } of journalsOf(host, root)) {
    if (run.token === token || (!named.has(run.token) && isLongOver(run))) host.remove(path);
  }
}

function journalsOf(host: Host, root: string): readonly (KeptJournal & { readonly run: Run })[] {
  const checkout = checkoutName(host, root);
  return host.recordFolders(root).flatMap((folder) =>
    host.list(folder).flatMap((name) => {
      const [, of, writer = '', phase] = form.exec(name) ?? [];
      const run = parseRun(writer);
      if (of !== checkout || run === undefined) return [];
      return [{ path: posix.join(folder, name), phase: phase === 'undo' ? ('undo' as const) : ('redo' as const), run }];
    }),
  );
}

/** Returns the name of a checkout, which differs for copies of the project and for a project that replaces it. */
function checkoutName(host: Host, root: string): string {
  const path = host.realpath(root);
  return sha256(JSON.stringify([path, host.identity(path)])).slice(0, 32);
}
