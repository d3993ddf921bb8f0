import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { withPlainFile } from './plain-file.js';

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
