import { readFile } from 'node:fs/promises';
import type { CredentialSource } from './cluster-config.js';

// The kubelet renews a projected token well before it expires; client-go re-reads it as often.
const rereadAfter = 60_000;

/**
 * A bearer token in a file that is renewed from outside; read again every minute, and when it was rejected. A file that
 * cannot be read for a while does no harm: the last token that was read is used.
 * @param initial the token to use while the file was never read
 */
export function tokenFile(path: string, initial?: string): CredentialSource {
  let token = initial;
  let readAt = -Infinity;
  const read = async (): Promise<string> => {
    const text = (await readFile(path, 'utf8')).trim();
    if (text === '') throw new Error(`the token file ${path} is empty`);
    return text;
  };
  return {
    origin: `the file ${path}`,
    get: async () => {
      if (performance.now() - readAt > rereadAfter) {
        try {
          token = await read();
          readAt = performance.now();
        } catch (error) {
          if (token === undefined) throw error;
        }
      }
      return token === undefined ? {} : { token };
    },
    rejected: (credential) => {
      if (credential.token === token) readAt = -Infinity;
    },
  };
}
