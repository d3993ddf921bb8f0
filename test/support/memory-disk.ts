import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { disk } from '../../src/base/io/disk.js';
import type { Host } from '../../src/base/io/host.js';

/** The files of a project: texts by path, relative to its root. */
export type Files = ReadonlyMap<string, string>;

/** The path of a project in memory. */
export const root = '/project';

/** The path of the folder in which the user of that project stores data that is not committed. */
const records = '/records';

/** A disk with one project in memory; paths outside of it are on the real disk, and can only be read. */
export interface MemoryDisk {
  readonly host: Host;
  /** Returns the present files. */
  files(): Files;
  /** Returns the empty folders. */
  emptyFolders(): readonly string[];
}

export function memoryDisk(files: Files): MemoryDisk {
  const texts = new Map([...files].map(([path, text]) => [posix.join(root, path), text]));
  const modes = new Map<string, number>();
  const folders = new Set<string>([root, records]);
  for (const path of texts.keys()) for (const folder of foldersAbove(path)) folders.add(folder);

  const isInside = (path: string): boolean =>
    [root, records].some((folder) => path === folder || path.startsWith(`${folder}/`));
  const own = (path: string): string => {
    if (!isInside(path)) throw new Error(`${path} is outside of the project, and would be written`);
    return path;
  };
  const textOf = (path: string): string => texts.get(path) ?? fail('ENOENT', path);
  const move = <T>(from: string, to: string, entries: Map<string, T>): void => {
    const entry = entries.get(from);
    if (entry === undefined) return;
    entries.delete(from);
    entries.set(to, entry);
  };
  const moveAll = <T>(from: string, to: string, entries: Map<string, T>): void => {
    // Of a copy: what a file is renamed to would be looked at as well, and it may be the same name.
    for (const path of [...entries.keys()])
      if (path.startsWith(`${from}/`)) move(path, to + path.slice(from.length), entries);
  };
  const namesIn = (folder: string): readonly string[] => {
    const prefix = `${folder}/`;
    const below = [...texts.keys(), ...folders].filter((path) => path.startsWith(prefix));
    return [...new Set(below.map((path) => path.slice(prefix.length).split('/', 1)[0]!))].toSorted();
  };

  const host: Host = {
    kind: (path) => {
      if (!isInside(path)) return disk.kind(path);
      return texts.has(path) ? 'file' : folders.has(path) ? 'directory' : 'missing';
    },
    read: (path) => (isInside(path) ? texts.get(path) : disk.read(path)),
    list: (path) => (isInside(path) ? namesIn(path) : disk.list(path)),
    realpath: (path) => {
      if (!isInside(path)) return disk.realpath(path);
      return texts.has(path) || folders.has(path) ? path : fail('ENOENT', path);
    },
    mode: (path) => modes.get(path) ?? (folders.has(path) ? 0o755 : 0o644),
    owner: (path) => (isInside(path) ? disk.user() : disk.owner(path)),
    user: () => disk.user(),
    hash: (path) => {
      if (!isInside(path)) return disk.hash(path);
      const text = texts.get(path);
      return text === undefined ? undefined : createHash('sha256').update(text).digest('hex');
    },
    identity: (path) => path,
    recordFolders: () => [records],
    makeRecordFolder: () => records,
    write: (path, content, mode) => {
      if (!folders.has(posix.dirname(own(path)))) fail('ENOENT', path);
      texts.set(path, content);
      if (mode !== undefined) modes.set(path, mode);
    },
    copy: (from, to) => host.write(to, isInside(from) ? textOf(from) : disk.read(from)!, host.mode(from)),
    sync: () => undefined,
    rename: (from, to) => {
      if (host.kind(from) === 'missing') fail('ENOENT', from);
      if (!folders.has(posix.dirname(own(to)))) fail('ENOENT', to);
      if (folders.has(to) && namesIn(to).length > 0) fail('ENOTEMPTY', to);
      if (folders.has(from)) {
        for (const folder of [...folders]) {
          if (folder !== from && !folder.startsWith(`${from}/`)) continue;
          folders.delete(folder);
          folders.add(to + folder.slice(from.length));
        }
        for (const entries of [texts, modes]) moveAll<unknown>(from, to, entries);
      } else for (const entries of [texts, modes]) move<unknown>(from, to, entries);
    },
    remove: (path) => {
      textOf(own(path));
      texts.delete(path);
      modes.delete(path);
    },
    makeFolder: (path) => {
      if (folders.has(own(path))) fail('EEXIST', path);
      folders.add(path);
    },
    removeFolder: (path) => {
      if (namesIn(own(path)).length > 0) fail('ENOTEMPTY', path);
      folders.delete(path);
    },
  };
  return {
    host,
    files: () =>
      new Map(
        [...texts]
          .filter(([path]) => path.startsWith(`${root}/`))
          .map(([path, text]) => [posix.relative(root, path), text] as const)
          .toSorted(byPath),
      ),
    emptyFolders: () =>
      [...folders].filter((folder) => folder !== root && folder !== records && namesIn(folder).length === 0),
  };
}

const byPath = ([one]: readonly [string, string], [other]: readonly [string, string]): number => (one < other ? -1 : 1);

function foldersAbove(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === root ? [] : [folder, ...foldersAbove(folder)];
}

function fail(code: string, path: string): never {
  throw Object.assign(new Error(`${code}: ${path}`), { code });
}
