import { statSync } from 'node:fs';
import { ConfigError } from '../errors/config-error.js';
import type { PemSource } from '../transport/cluster-config.js';
import { mostSecretBytes, readTextSync } from './read-file.js';

// Rare enough to cost nothing compared with a request, and frequent enough for a renewed file.
const lookAgainAfter = 5_000;

/**
 * Creates a source that reads a file, and reads it again when it has changed. While the file cannot be read or is
 * empty, the last text is used.
 * @throws ConfigError if the first read fails
 */
export function pemFile(path: string, what: string): PemSource {
  const read = () => {
    const { mtimeMs, size, ino } = statSync(path);
    return { text: readTextSync(path, mostSecretBytes), version: `${mtimeMs} ${size} ${ino}` };
  };
  let known: ReturnType<typeof read>;
  try {
    known = read();
  } catch (cause) {
    throw new ConfigError(`${what} cannot be read: ${(cause as Error).message}`, { cause });
  }
  let lookedAt = performance.now();

  const look = (): void => {
    lookedAt = performance.now();
    try {
      const { mtimeMs, size, ino } = statSync(path);
      if (`${mtimeMs} ${size} ${ino}` === known.version) return;
      const next = read();
      if (next.text.trim() !== '') known = next;
    } catch {
      // The old file has been removed and the new one is not there yet.
    }
  };
  return {
    origin: `the file ${path}`,
    get: () => {
      if (performance.now() - lookedAt > lookAgainAfter) look();
      return known.text;
    },
    rejected: look,
  };
}
