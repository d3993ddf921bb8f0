import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';

// Windows has neither of the two: there, links are made by administrators only, and there are no FIFOs.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants> & { O_RDONLY: number };

/**
 * Reads a regular file of this user. Throws for everything else: a link, a FIFO, a device, a file that another user left, or
 * one of more than `limit` bytes.
 */
export function readOwnFile(path: string, limit: number): Buffer {
  return withPlainFile(path, (descriptor, { uid, size }) => {
    if (process.getuid !== undefined && uid !== process.getuid()) throw new Error(`${path} is another user's`);
    if (size > limit) throw new Error(`${path} has ${size} bytes`);
    return readFileSync(descriptor);
  });
}

/** Returns the SHA-256 of a regular file's bytes, in hexadecimal. Throws for everything else. */
export function hashPlainFile(path: string): string {
  return withPlainFile(path, (descriptor) => {
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(65_536);
    for (;;) {
      const length = readSync(descriptor, chunk);
      if (length === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, length));
    }
  });
}

function withPlainFile<T>(path: string, work: (descriptor: number, stats: Stats) => T): T {
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    return work(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}
