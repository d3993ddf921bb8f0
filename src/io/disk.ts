import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { FileRefused } from './file-refused.js';
import type { Host, PathKind } from './host.js';
import { limitOf } from './limits.js';
import { hashPlainFile } from './plain-file.js';
import { makePrivateFolder, privateFolder } from './private-folder.js';
import { recordPlaces } from './user-folders.js';

/** The real file system. */
export const disk: Host = {
  kind,
  read: (path) => orMissing(() => readRegular(path)),
  list: (path) => orMissing(() => readdirSync(path).toSorted()) ?? [],
  realpath: (path) => realpathSync(path),
  mode: modeOf,
  hash: (path) => (kind(path) === 'file' ? orMissing(() => hashPlainFile(path)) : undefined),
  identity: (path) => String(statSync(path, { bigint: true }).ino),
  recordFolders: (root) => recordPlaces(process.env).flatMap((place) => privateFolder(place, root) ?? []),
  makeRecordFolder: (root) => {
    for (const place of recordPlaces(process.env)) {
      const folder = makePrivateFolder(place, root);
      if (folder !== undefined) return folder;
    }
    return undefined;
  },
  write: (path, content, mode) => {
    writeFileSync(path, content);
    // Set afterwards, because the mode of an open call is cut by the umask.
    if (mode !== undefined) chmodSync(path, mode);
  },
  copy: (from, to) => copyFileSync(from, to),
  sync,
  rename: (from, to) => renameSync(from, to),
  remove: (path) => unlinkSync(path),
  makeFolder: (path) => mkdirSync(path),
  removeFolder: (path) => rmdirSync(path),
};

function kind(path: string): PathKind {
  const stats = orMissing(() => lstatSync(path));
  if (stats === undefined) return 'missing';
  if (stats.isSymbolicLink()) return 'symlink';
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'directory' : 'other';
}

// Without O_NONBLOCK the open call waits for whoever writes into a FIFO. Windows has neither flag.
const toRead = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a regular file of a limited size, and nothing else: what was checked is what is read, because one descriptor serves both. */
function readRegular(path: string): string | undefined {
  const descriptor = openToRead(path);
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) return undefined;
    if (!stats.isFile()) throw new FileRefused(path, 'not-regular');
    return readAll(path, descriptor, stats.size);
  } finally {
    closeSync(descriptor);
  }
}

function openToRead(path: string): number {
  // The flag is missing on Windows, where only an administrator can make a link.
  if (constants.O_NOFOLLOW === undefined && kind(path) === 'symlink') throw new FileRefused(path, 'link');
  try {
    return openSync(path, toRead);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // EMLINK is what FreeBSD answers to O_NOFOLLOW.
    if (['ELOOP', 'EMLINK'].includes(code)) throw new FileRefused(path, 'link');
    // What Linux and macOS answer for a socket, and for a device without a driver.
    if (['ENXIO', 'EOPNOTSUPP', 'ENODEV'].includes(code)) throw new FileRefused(path, 'not-regular');
    throw error;
  }
}

/** Reads to the end: the size that the file system tells is not trusted, because a file can grow. */
function readAll(path: string, descriptor: number, size: number): string {
  const limit = limitOf(path);
  const chunks: Buffer[] = [];
  let total = size > limit ? size : 0;
  for (let room = size + 1; total <= limit; room = 64 * 1024) {
    const chunk = Buffer.allocUnsafe(room);
    const bytes = readSync(descriptor, chunk);
    if (bytes === 0) return Buffer.concat(chunks).toString('utf8');
    chunks.push(chunk.subarray(0, bytes));
    total += bytes;
  }
  throw new FileRefused(path, 'too-large');
}

function modeOf(path: string): number {
  const stats = lstatSync(path);
  // Windows marks folders read-only for reasons of its own.
  const bits = process.platform === 'win32' && stats.isDirectory() ? stats.mode | 0o222 : stats.mode;
  return bits & 0o777;
}

function sync(path: string): void {
  // Windows cannot open a folder, and needs no flush of it.
  if (process.platform === 'win32' && kind(path) === 'directory') return;
  // Windows flushes only what could be written.
  const descriptor = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

// A name that is too long or has a NUL in it, and a path through a link that leads to itself, are the name of no file.
const missing = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE'];

function orMissing<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (missing.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
