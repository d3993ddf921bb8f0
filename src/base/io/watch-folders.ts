import { readdirSync, watch, type FSWatcher, type WatchListener } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { deepestFolder } from './limits.js';

/** A folder whose files are watched. */
export interface WatchedFolder {
  /** Absolute path. */
  readonly path: string;
  /** Whether its subfolders are watched as well, including future ones. */
  readonly deep: boolean;
}

export interface Watch {
  /** Watches another folder, unless it is already watched. */
  add(folder: WatchedFolder): void;
  /**
   * Waits for changes, and for the pause after the last one, because editors write a file in several steps. Resolves
   * with absolute paths. Rejects with the error of `node:fs` when an existing folder cannot be watched.
   */
  next(): Promise<readonly string[]>;
  close(): void;
}

const quietMilliseconds = 20;

/**
 * Watches folders for changes of their files. Missing folders are not watched. There is one watcher for each folder,
 * because Node's own recursion loses a file on Linux when an editor replaces it. Folders that are too deep to be read
 * are not watched either.
 * @param isWanted reports whether changes of a file count, by its absolute path; other files are ignored
 */
export function watchFolders(folders: readonly WatchedFolder[], isWanted: (path: string) => boolean): Watch {
  const deepOnes = new Set(folders.filter(({ deep }) => deep).map(({ path }) => path));
  const changes = new Changes(isWanted);
  const watchers = new Map<string, FSWatcher>();

  /** Watches a folder. Files that were added to a new folder before it was watched count as changes too. */
  const open = ({ path, deep }: WatchedFolder, isNew: boolean): void => {
    if (watchers.has(path) || isTooDeep(path, deepOnes) || contents(path) === undefined) return;
    const watcher = started(path, changes, (event, name) => {
      if (name === null) return;
      const changedPath = join(path, name);
      changes.note(changedPath);
      if (!deep && !deepOnes.has(changedPath)) return;
      // The entry was created, removed, or replaced by another one, which its own watcher would not report.
      if (event === 'rename') forget(changedPath);
      open({ path: changedPath, deep: true }, true);
    });
    if (watcher === undefined) return;
    // When a watched folder is removed, only its watcher ends.
    watcher.on('error', () => forget(path));
    watchers.set(path, watcher);
    // Read again, because from now on no change is missed.
    const { files = [], folders: inner = [] } = contents(path) ?? {};
    if (isNew) for (const name of files) changes.note(join(path, name));
    if (deep) for (const name of inner) open({ path: join(path, name), deep }, isNew);
  };

  /** Stops watching a folder and everything in it. */
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
    next: () => changes.next(),
    close: () => {
      changes.close();
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** Changed files that `next` has not returned yet. */
class Changes {
  readonly #isWanted: (path: string) => boolean;
  readonly #paths = new Set<string>();
  /** Runs during the pause after the last change. */
  #timer: NodeJS.Timeout | undefined;
  #failure: unknown;
  #wake: (() => void) | undefined;

  constructor(isWanted: (path: string) => boolean) {
    this.#isWanted = isWanted;
  }

  note(found: string): void {
    const path = found.replaceAll('\\', '/');
    if (!this.#isWanted(path)) return;
    this.#paths.add(path);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#wake?.();
    }, quietMilliseconds);
  }

  /** Makes `next` reject, now and later. */
  fail(error: unknown): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  async next(): Promise<readonly string[]> {
    const isQuiet = this.#paths.size === 0 || this.#timer !== undefined;
    if (this.#failure === undefined && isQuiet) await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#failure !== undefined) throw this.#failure;
    const paths = [...this.#paths].toSorted();
    this.#paths.clear();
    return paths;
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}

function isTooDeep(path: string, deepOnes: Iterable<string>): boolean {
  return [...deepOnes].some(
    (each) => path.startsWith(`${each}${sep}`) && relative(each, path).split(sep).length > deepestFolder,
  );
}

function started(path: string, changes: Changes, listener: WatchListener<string>): FSWatcher | undefined {
  try {
    return watch(path, listener);
  } catch (error) {
    // Removed in the meantime. If it is created again, the watcher of its parent reports it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && contents(path) !== undefined) changes.fail(error);
    return undefined;
  }
}

/** Returns the names in a folder; undefined if it is not a folder. */
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
