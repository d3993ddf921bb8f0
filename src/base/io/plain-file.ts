import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { FileRefused } from './file-refused.js';
import { limitOf } from './limits.js';

// Windows has neither of the two: only administrators create links there, and there are no FIFOs.
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK = 0 } = constants as Partial<typeof constants> & { O_RDONLY: number };

/**
 * Returns the text of a regular file. Throws FileRefused for everything else, and for a file larger than `limitOf`
 * allows.
 */
export function readPlainFile(path: string, limit = limitOf(path)): string {
  return withPlainFile(path, (descriptor, { size }) => readAll(path, descriptor, size, limit));
}

/**
 * Reads a regular file of this user. Throws for everything else: a link, a FIFO, a device, a file of another user, or a
 * file of more than `limit` bytes.
 */
export function readOwnFile(path: string, limit: number): Buffer {
  return withPlainFile(path, (descriptor, { uid, size }) => {
    if (process.getuid !== undefined && uid !== process.getuid()) throw new Error(`${path} is another user's`);
    if (size > limit) throw new Error(`${path} has ${size} bytes`);
    return readFileSync(descriptor);
  });
}

/** Reads to the end. The size reported by the file system is not trusted, because a file can grow. */
function readAll(path: string, descriptor: number, size: number, limit: number): string {
  const chunks: Buffer[] = [];
  let total = size > limit ? size : 0;
  let room = size + 1;
  while (total <= limit) {
    const chunk = Buffer.allocUnsafe(room);
    const bytes = readSync(descriptor, chunk);
    if (bytes === 0) return Buffer.concat(chunks).toString('utf8');
    chunks.push(chunk.subarray(0, bytes));
    total += bytes;
    // After a read that has left room, there is usually nothing more: a large buffer for each file would cost more than the read.
    room = bytes < room ? 1024 : 64 * 1024;
  }
  throw new FileRefused(path, 'too-large');
}

/**
 * Opens a regular file and runs a function on it. The checked file is the one that is read, because one descriptor is
 * used for both. Without O_NONBLOCK, opening a FIFO would wait for its writer.
 */
export function withPlainFile<T>(path: string, work: (descriptor: number, stats: Stats) => T): T {
  const descriptor = open(path);
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' });
    if (!stats.isFile()) throw new FileRefused(path, 'not-regular');
    return work(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}

function open(path: string): number {
  if (O_NOFOLLOW === undefined && lstatSync(path).isSymbolicLink()) throw new FileRefused(path, 'link');
  try {
    return openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0) | O_NONBLOCK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // FreeBSD returns EMLINK for O_NOFOLLOW.
    if (['ELOOP', 'EMLINK'].includes(code)) throw new FileRefused(path, 'link');
    // Returned by Linux and macOS for a socket, and for a device without a driver.
    if (['ENXIO', 'EOPNOTSUPP', 'ENODEV'].includes(code)) throw new FileRefused(path, 'not-regular');
    throw error;
  }
}
