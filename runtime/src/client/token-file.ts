import { readFile } from 'node:fs/promises';
import type { CredentialSource } from './cluster-config.js';

// The kubelet renews a projected token well before it expires; client-go re-reads it as often.
const rereadAfter = 60_000;

/** A bearer token in a file that is renewed from outside; read again every minute, and when it was rejected. */
export function tokenFile(path: string): CredentialSource {
  let known: { readonly token: string; readonly readAt: number } | undefined;
  return {
    get: async () => {
      if (known === undefined || Date.now() - known.readAt > rereadAfter) {
        known = { token: (await readFile(path, 'utf8')).trim(), readAt: Date.now() };
      }
      return { token: known.token };
    },
    rejected: () => {
      known = undefined;
    },
  };
}
