import { statSync } from 'node:fs';
import { ConfigError } from '../errors/config-error.js';
import type { PemSource } from '../transport/cluster-config.js';
import { mostSecretBytes, readTextSync } from './read-file.js';

// As seldom as that is nothing beside a request, and as often as whoever renews a file can expect.
const lookAgainAfter = 5_000;

/**
 * The text of a file, read again when it has changed. While it cannot be read, or is empty, the last text stays.
 * @throws ConfigError when it cannot be read at first
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
      // Between the removal of the old file and the new one.
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
