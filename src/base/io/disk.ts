import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import type { Host } from './host.js';
import { withPlainFile } from './plain-file.js';
import { makePrivateFolder, privateFolder } from './private-folder.js';
import { kind, orMissing, readableDisk } from './readable-disk.js';
import { recordPlaces } from './user-folders.js';

/** The real file system. */
export const disk: Host = {
  ...readableDisk,
  list: (path) => orMissing(() => readdirSync(path).toSorted()) ?? [],
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
    // Set afterwards, because the umask limits the mode of an open call.
    if (mode !== undefined) chmodSync(path, mode);
  },
  copy: (from, to) => copyFileSync(from, to),
  sync,
  rename: (from, to) => renameSync(from, to),
  remove: (path) => unlinkSync(path),
  makeFolder: (path) => mkdirSync(path),
  removeFolder: (path) => rmdirSync(path),
};

function sync(path: string): void {
  // Windows cannot open a folder, and does not need to flush it.
  if (process.platform === 'win32' && kind(path) === 'directory') return;
  // Windows flushes only files that are open for writing.
  const descriptor = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the SHA-256 of a regular file's bytes, in hexadecimal. Throws for everything else. */
function hashPlainFile(path: string): string {
  return withPlainFile(path, (descriptor, { size }) => {
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(Math.min(Math.max(size + 1, 1024), 64 * 1024));
    for (;;) {
      const length = readSync(descriptor, chunk);
      if (length === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, length));
    }
  });
}
