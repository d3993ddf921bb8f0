import type { Credential, CredentialSource } from '../transport/cluster-config.js';
import { mostSecretBytes, readText } from './read-file.js';

// The kubelet renews a projected token well before it expires; client-go re-reads it at the same interval.
const rereadAfter = 60_000;

/**
 * Creates a source that reads a bearer token from a file that is renewed externally. It re-reads the file every minute
 * and after a rejection. While the file cannot be read, the last token is used.
 * @param initial token to use until the file has been read
 */
export function tokenFile(path: string, initial?: string): CredentialSource {
  let known: Credential | undefined = initial === undefined ? undefined : { token: initial };
  let readAt = -Infinity;
  const read = async (): Promise<Credential> => {
    try {
      const token = (await readText(path, mostSecretBytes)).trim();
      if (token === '') throw new Error(`the token file ${path} is empty`);
      if (token !== known?.token) known = { token };
      readAt = performance.now();
      return known;
    } catch (error) {
      if (known === undefined) throw error;
      return known;
    }
  };
  return {
    origin: `the file ${path}`,
    get: () => (known !== undefined && performance.now() - readAt <= rereadAfter ? known : read()),
    rejected: (credential) => {
      if (credential.token === known?.token) readAt = -Infinity;
    },
  };
}
