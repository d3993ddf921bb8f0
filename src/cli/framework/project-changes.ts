import { dirname, join, relative } from 'node:path';
import type { Host } from '../../base/io/host.js';
import { type Watch, watchFolders, type WatchedFolder } from '../../base/io/watch-folders.js';
import { confinedHost } from '../../project/project-host.js';
import { ownFolder } from '../../output/plan/leftovers.js';
import type { Report } from './report.js';

/** The changes of a project's files while a command watches it. */
export interface ProjectChanges {
  /** The same host, which also watches the files that are read through it. */
  readonly host: Host;
  /** Waits for changes, and returns the absolute paths of the files that this process has not written itself; it can be empty. */
  next(): Promise<readonly string[]>;
  /** Notes the files that a run has written, which do not count as changes. */
  noteWritten(report: Pick<Report, 'files'>): void;
  close(): void;
}

/**
 * Watches the files of a project. It starts at once, so that files saved during the first run count as changes.
 * @param isWanted reports whether a file counts before it was read, by its path in the project
 */
export function watchProject(host: Host, root: string, isWanted: (path: string) => boolean): ProjectChanges {
  const folders: readonly WatchedFolder[] = [
    { path: join(root, 'src'), deep: true },
    { path: join(root, 'config'), deep: true },
    // Watches PROJECT and similar files, but nothing that is installed or built.
    { path: root, deep: false },
  ];
  const inputs = new Set([join(root, 'PROJECT')]);
  const changes = watchFolders(folders, (path) => inputs.has(path) || isWanted(relative(root, path)));
  const written = new Map<string, string | undefined>();
  return {
    host: noting(host, root, inputs, changes),
    next: async () => {
      const paths = await changes.next();
      const foreign = paths.filter((path) => !written.has(path) || isChanged(host, root, path, written.get(path)));
      for (const path of foreign) written.delete(path);
      return foreign;
    },
    noteWritten: ({ files }) => {
      for (const path of files.map((each) => join(root, each.path))) written.set(path, readSafely(host, root, path));
    },
    close: () => changes.close(),
  };
}

/** Reports whether a path is a source file, because a new one has not been read yet. */
export function isSource(path: string): boolean {
  return /^src\/.*\.ts$/.test(path);
}

/** Returns a file as the commands read it; undefined if it is missing or rejected, for example because it is a link or a FIFO. */
function readSafely(host: Host, root: string, path: string): string | undefined {
  try {
    return confinedHost(host, root).read(path);
  } catch {
    return undefined;
  }
}

/** Reports whether a file changed. A rejected file counts as a change, so that the next run reports its problem. */
function isChanged(host: Host, root: string, path: string, written: string | undefined): boolean {
  const text = readSafely(host, root, path);
  return text === undefined ? host.kind(path) !== 'missing' || written !== undefined : text !== written;
}

/**
 * Returns the same host, which also watches the files that are read through it, such as a header, an extended
 * tsconfig.json, or another package of the workspace. Installed packages are not watched, nor are missing files outside
 * the project.
 */
function noting(host: Host, root: string, inputs: Set<string>, changes: Watch): Host {
  return {
    ...host,
    read: (path) => {
      const text = host.read(path);
      const isOurs = path.startsWith(`${join(root, ownFolder)}/`);
      if (isOurs || path.includes('/node_modules/') || (text === undefined && !path.startsWith(`${root}/`)))
        return text;
      inputs.add(path);
      changes.add({ path: dirname(path), deep: false });
      return text;
    },
  };
}
