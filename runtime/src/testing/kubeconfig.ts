import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stringify } from 'yaml';
import type { ApiServer } from './http.js';

/**
 * Writes a kubeconfig with one cluster and one user, readable by its owner only, and returns `path`.
 * See https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export async function writeKubeconfig(path: string, server: ApiServer, user: string): Promise<string> {
  const name = 'test-environment';
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name,
        cluster: { server: server.url, 'certificate-authority-data': Buffer.from(server.ca).toString('base64') },
      },
    ],
    users: [{ name: user, user: { token: server.token } }],
    contexts: [{ name, context: { cluster: name, user, namespace: 'default' } }],
    'current-context': name,
  };
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, stringify(config), { mode: 0o600 });
  return path;
}
