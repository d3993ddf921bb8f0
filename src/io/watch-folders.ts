import { readdirSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** A folder whose files are watched. */
export interface WatchedFolder {
  /** Absolute. */
  readonly path: string;
  /** Whether the folders in it are watched as well, those that are yet to come too. */
  readonly deep: boolean;
}

export interface Watch {
  /** Waits for changes, and for the pause after the last of them: editors write a file in several steps. Absolute paths. */
  next(): Promise<readonly string[]>;
  close(): void;
}

const quietMilliseconds = 20;

/**
 * Watches folders for changes of their files. A folder that is not there is not watched. One watcher for each folder, because
 * Node's own recursion loses a file on Linux when an editor puts another one in its place.
 */
export function watchFolders(folders: readonly WatchedFolder[]): Watch {
  const changed = new Set<string>();
  const watchers = new Map<string, FSWatcher>();
  let wake: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;

  const note = (path: string): void => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      wake?.();
    }, quietMilliseconds);
  };

  /** Watches a folder. What was put into a new one before it was watched is a change, too. */
  const open = ({ path, deep }: WatchedFolder, isNew: boolean): void => {
    if (watchers.has(path) || contents(path) === undefined) return;
    const watcher = watch(path, (_, name) => {
      if (name === null) return;
      const changedPath = join(path, name);
      note(changedPath.replaceAll('\\', '/'));
      if (!deep) return;
      if (contents(changedPath) === undefined) forget(changedPath);
      else open({ path: changedPath, deep }, true);
    });
    // A folder that goes while it is watched ends its watcher, and no more.
    watcher.on('error', () => forget(path));
    watchers.set(path, watcher);
    // Read again: from here on nothing is missed.
    const { files = [], folders: inner = [] } = contents(path) ?? {};
    if (isNew) for (const name of files) note(join(path, name).replaceAll('\\', '/'));
    if (deep) for (const name of inner) open({ path: join(path, name), deep }, isNew);
  };

  const forget = (path: string): void => {
    watchers.get(path)?.close();
    watchers.delete(path);
  };

  for (const folder of folders) open(folder, false);
  return {
    next: async () => {
      if (changed.size === 0 || timer !== undefined) await new Promise<void>((resolve) => (wake = resolve));
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
