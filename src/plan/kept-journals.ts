import { posix } from 'node:path';
import { refuse } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { isLongOver, parseRun, printRun, type Run } from '../io/run.js';
import type { Journal, KeptJournal } from './journal-file.js';
import { namesOfRuns } from './own-folder.js';
import { sha256 } from '../io/sha256.js';

// A journal says what is written and deleted, so it is kept where no repository can bring one: in a folder of this user, under
// a name that only this checkout has. The project has the contents, which the journal has the hashes of.

const form = /^([0-9a-f]{32})-(.+)\.(redo|undo)$/;

/**
 * Keeps the journal of a run, down to the disk.
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

/** From now on the steps of a journal are to be taken back. */
export function turnJournal(host: Host, { path }: KeptJournal): void {
  host.rename(path, path.replace(/\.redo$/, '.undo'));
  host.sync(posix.dirname(path));
}

/** Removes the journal of a run that has ended, and those of earlier ones whose folder in the project somebody has removed. */
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

/** Names a checkout: neither a copy of the project has the same name, nor one that takes its place. */
function checkoutName(host: Host, root: string): string {
  const path = host.realpath(root);
  return sha256(JSON.stringify([path, host.identity(path)])).slice(0, 32);
}
