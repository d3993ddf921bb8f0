import { posix } from 'node:path';
import type { Host } from './host.js';

/**
 * The file system as it would be once some files were written: what `create api` plans is analysed before it exists.
 * Only the questions are overlaid; writing goes through.
 * @param files contents by absolute path; undefined stands for a file that would be gone
 */
export function overlay(host: Host, files: ReadonlyMap<string, string | undefined>): Host {
  const folders = new Set([...files.keys()].flatMap(parents));
  const names = (folder: string): string[] =>
    [...files.keys(), ...folders].filter((path) => posix.dirname(path) === folder).map((path) => posix.basename(path));
  return {
    ...host,
    kind: (path) => {
      if (files.has(path)) return files.get(path) === undefined ? 'missing' : 'file';
      const kind = host.kind(path);
      return kind === 'missing' && folders.has(path) ? 'directory' : kind;
    },
    read: (path) => (files.has(path) ? files.get(path) : host.read(path)),
    list: (path) => {
      const present = new Set([...host.list(path), ...names(path)]);
      return [...present].filter((name) => !isGone(files, posix.join(path, name))).toSorted();
    },
  };
}

function isGone(files: ReadonlyMap<string, string | undefined>, path: string): boolean {
  return files.has(path) && files.get(path) === undefined;
}

function parents(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === path ? [] : [folder, ...parents(folder)];
}
