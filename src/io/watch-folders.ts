import { readdirSync, watch, type FSWatcher, type WatchListener } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { deepestFolder } from './limits.js';

/** A folder whose files are watched. */
export interface WatchedFolder {
  /** Absolute. */
  readonly path: string;
  /** Whether the folders in it are watched as well, those that are yet to come too. */
  readonly deep: boolean;
}

export interface Watch {
  /** Watches another folder, if it is not watched yet. */
  add(folder: WatchedFolder): void;
  /**
   * Waits for changes, and for the pause after the last of them: editors write a file in several steps. Absolute paths.
   * Rejects with what `node:fs` throws once a folder that is there cannot be watched.
   */
  next(): Promise<readonly string[]>;
  close(): void;
}

const quietMilliseconds = 20;

/**
 * Watches folders for changes of their files. A folder that is not there is not watched. One watcher for each folder, because
 * Node's own recursion loses a file on Linux when an editor puts another one in its place. What is too deep to be read is not
 * watched either.
 * @param isWanted tells the files whose changes count by their absolute paths; no other one is waited for
 */
export function watchFolders(folders: readonly WatchedFolder[], isWanted: (path: string) => boolean): Watch {
  const changed = new Set<string>();
  const deepOnes = new Set(folders.filter(({ deep }) => deep).map(({ path }) => path));
  const watchers = new Map<string, FSWatcher>();
  let wake: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failure: unknown;

  const note = (found: string): void => {
    const path = found.replaceAll('\\', '/');
    if (!isWanted(path)) return;
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      wake?.();
    }, quietMilliseconds);
  };

  /** Watches a folder. What was put into a new one before it was watched is a change, too. */
  const open = ({ path, deep }: WatchedFolder, isNew: boolean): void => {
    if (watchers.has(path) || isTooDeep(path) || contents(path) === undefined) return;
    const watcher = started(path, (event, name) => {
      if (name === null) return;
      const changedPath = join(path, name);
      note(changedPath);
      if (!deep && !deepOnes.has(changedPath)) return;
      // What came, went, or took the place of another one, which the watcher of that one would never tell.
      if (event === 'rename') forget(changedPath);
      open({ path: changedPath, deep: true }, true);
    });
    if (watcher === undefined) return;
    // A folder that goes while it is watched ends its watcher, and no more.
    watcher.on('error', () => forget(path));
    watchers.set(path, watcher);
    // Read again: from here on nothing is missed.
    const { files = [], folders: inner = [] } = contents(path) ?? {};
    if (isNew) for (const name of files) note(join(path, name));
    if (deep) for (const name of inner) open({ path: join(path, name), deep }, isNew);
  };

  const isTooDeep = (path: string): boolean =>
    [...deepOnes].some(
      (each) => path.startsWith(`${each}${sep}`) && relative(each, path).split(sep).length > deepestFolder,
    );

  const started = (path: string, listener: WatchListener<string>): FSWatcher | undefined => {
    try {
      return watch(path, listener);
    } catch (error) {
      // Gone since we looked. Where it comes again, the folder around it tells.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' || contents(path) === undefined) return undefined;
      failure ??= error;
      wake?.();
      return undefined;
    }
  };

  /** Ends the watch of a folder and of those in it. */
  const forget = (path: string): void => {
    const below = join(path, sep);
    for (const [each, watcher] of watchers) {
      if (each !== path && !each.startsWith(below)) continue;
      watcher.close();
      watchers.delete(each);
    }
  };

  for (const folder of folders) open(folder, false);
  return {
    add: (folder) => open(folder, false),
    next: async () => {
      const isQuiet = changed.size === 0 || timer !== undefined;
      if (failure === undefined && isQuiet) await new Promise<void>((resolve) => (wake = resolve));
      if (failure !== undefined) throw failure;
      const paths = [...changed].toSorted();
      changed.clear();
      return paths;
    },
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** The names in a folder; undefined for what is none. */
function contents(
  path: string,
): { readonly folders: readonly string[]; readonly files: readonly string[] } | undefined {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    const names = (are: boolean): string[] =>
      entries.filter((entry) => entry.isDirectory() === are).map(({ name }) => name);
    return { folders: names(true).filter((name) => name !== 'node_modules'), files: names(false) };
  } catch {
    return undefined;
  }
}
