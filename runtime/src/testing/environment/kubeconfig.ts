import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stringify } from 'yaml';
import type { Certificate } from '../../serving/certificate.js';
import type { ApiServer } from './http.js';

/** Credential of a user: a token, or a certificate. */
export type UserCredential = { readonly token: string } | Certificate;

/**
 * Writes a kubeconfig with one cluster and one user, readable only by its owner, and returns `path`.
 * See https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export async function writeKubeconfig(
  path: string,
  server: Pick<ApiServer, 'url' | 'ca'>,
  user: string,
  credential: UserCredential,
): Promise<string> {
  const name = 'test-environment';
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name,
        cluster: { server: server.url, ...(server.ca && { 'certificate-authority-data': base64(server.ca) }) },
      },
    ],
    users: [{ name: user, user: entryOf(credential) }],
    contexts: [{ name, context: { cluster: name, user, namespace: 'default' } }],
    'current-context': name,
  };
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, stringify(config), { mode: 0o600 });
  return path;
}

function entryOf(credential: UserCredential): object {
  if ('token' in credential) return credential;
  return {
    'client-certificate-data': base64(credential.cert),
    'client-key-data': base64(credential.key),
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
