import { posix } from 'node:path';
import type { Host } from './host.js';

/**
 * Returns the file system as it would be after writing some files, so that the plan of `create api` can be analyzed
 * before it is applied. Only reads are overlaid; writes are passed through.
 * @param files contents by absolute path; undefined stands for a deleted file
 */
export function overlay(host: Host, files: ReadonlyMap<string, string | undefined>): Host {
  const names = namesByFolder(files.keys());
  return {
    ...host,
    kind: (path) => {
      if (files.has(path)) return files.get(path) === undefined ? 'missing' : 'file';
      const kind = host.kind(path);
      return kind === 'missing' && names.has(path) ? 'directory' : kind;
    },
    read: (path) => (files.has(path) ? files.get(path) : host.read(path)),
    list: (path) => {
      const present = new Set([...host.list(path), ...(names.get(path) ?? [])]);
      return [...present].filter((name) => !isGone(files, posix.join(path, name))).toSorted();
    },
  };
}

function isGone(files: ReadonlyMap<string, string | undefined>, path: string): boolean {
  return files.has(path) && files.get(path) === undefined;
}

/** Returns the names in each folder that contains one of the files, directly or indirectly. */
function namesByFolder(paths: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of paths) {
    for (let path = file, folder = posix.dirname(path); folder !== path; path = folder, folder = posix.dirname(path)) {
      const names = found.get(folder);
      names?.add(posix.basename(path));
      // The parents were added with the first file of the folder.
      if (names !== undefined) break;
      found.set(folder, new Set([posix.basename(path)]));
    }
  }
  return found;
}
