import { posix } from 'node:path';
import type { Host } from './host.js';

/**
 * The file system as it would be once some files were written: what `create api` plans is analyzed before it exists.
 * Only the questions are overlaid; writing goes through.
 * @param files contents by absolute path; undefined stands for a file that would be gone
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

/** What is in each folder that has one of the files, or has a folder that has one. */
function namesByFolder(paths: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of paths) {
    for (let path = file, folder = posix.dirname(path); folder !== path; path = folder, folder = posix.dirname(path)) {
      const names = found.get(folder);
      names?.add(posix.basename(path));
      // Those above have been noted with the first one.
      if (names !== undefined) break;
      found.set(folder, new Set([posix.basename(path)]));
    }
  }
  return found;
}
