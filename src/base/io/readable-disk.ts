import { lstatSync, realpathSync } from 'node:fs';
import type { Host, PathKind } from './host.js';
import { readPlainFile } from './plain-file.js';

/** The part of a file system that finds and reads files. */
export type ReadableHost = Pick<Host, 'kind' | 'read' | 'realpath' | 'mode' | 'owner' | 'user'>;

/** The real file system for a process that has no time to load the rest of it. */
export const readableDisk: ReadableHost = {
  kind,
  read: (path, limit) => orMissing(() => readPlainFile(path, limit)),
  realpath: (path) => realpathSync(path),
  mode: modeOf,
  owner: (path) => orMissing(() => lstatSync(path).uid),
  user: () => process.geteuid?.(),
};

export function kind(path: string): PathKind {
  const stats = orMissing(() => lstatSync(path));
  if (stats === undefined) return 'missing';
  if (stats.isSymbolicLink()) return 'symlink';
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'directory' : 'other';
}

// A name that is too long or contains a NUL, and a path through a circular link, cannot be the name of a file.
const missing = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE'];

export function orMissing<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (missing.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

function modeOf(path: string): number {
  const stats = lstatSync(path);
  // Windows marks folders read-only for its own reasons.
  const bits = process.platform === 'win32' && stats.isDirectory() ? stats.mode | 0o222 : stats.mode;
  return bits & 0o777;
}
