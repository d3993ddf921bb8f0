import type { Credential, CredentialSource } from '../transport/cluster-config.js';
import { mostSecretBytes, readText } from './read-file.js';

// The kubelet renews a projected token well before it expires; client-go re-reads it as often.
const rereadAfter = 60_000;

/**
 * A bearer token in a file that is renewed from outside; read again every minute, and when it was rejected. A file that
 * cannot be read for a while does no harm: the last token that was read is used.
 * @param initial the token to use while the file was never read
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
