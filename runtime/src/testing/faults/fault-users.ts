import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

/** Users of a fault proxy, whose tokens stand for those of the API server. */
export interface FaultUsers {
  /** Writes a kubeconfig for `server` with the user of the kubeconfig `source`; returns its path. */
  add(source: string, server: string): Promise<string>;
  /** Writes a new token to each token file, and rejects the old ones from then on. */
  rotate(): Promise<void>;
  /** Returns the authorization for the API server; null for a token that has been replaced. */
  authorization(header: string | undefined): string | undefined | null;
}

interface Kubeconfig {
  readonly users: readonly { readonly name: string; readonly user: { readonly token: string } }[];
}

/**
 * @param directory directory of the kubeconfigs and the token files
 * @param authorityPath file with the authorities of the proxy's certificate
 */
export function createFaultUsers(directory: string, authorityPath: string): FaultUsers {
  const files: { readonly path: string; readonly real: string; token: string }[] = [];
  const current = new Map<string, string>();
  const replaced = new Set<string>();

  const renew = async (file: (typeof files)[number]): Promise<void> => {
    const old = file.token;
    file.token = randomBytes(24).toString('hex');
    current.set(file.token, file.real);
    await replaceFile(file.path, file.token);
    if (old !== '') replaced.add(old);
    current.delete(old);
  };

  return {
    add: async (source, server) => {
      const entry = (parse(await readFile(source, 'utf8')) as Kubeconfig).users[0];
      if (entry?.user.token === undefined) throw new Error(`${source} has no user with a token`);
      const base = join(directory, `user-${files.length}`);
      const file = { path: `${base}.token`, real: entry.user.token, token: '' };
      files.push(file);
      await renew(file);
      const name = 'fault-proxy';
      const config = {
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name, cluster: { server, 'certificate-authority': authorityPath } }],
        users: [{ name: entry.name, user: { tokenFile: file.path } }],
        contexts: [{ name, context: { cluster: name, user: entry.name, namespace: 'default' } }],
        'current-context': name,
      };
      await writeFile(`${base}.yaml`, stringify(config), { mode: 0o600 });
      return `${base}.yaml`;
    },
    rotate: async () => {
      await Promise.all(files.map(renew));
    },
    authorization: (header) => {
      const token = header?.replace(/^Bearer /, '') ?? '';
      if (replaced.has(token)) return null;
      const real = current.get(token);
      return real === undefined ? header : `Bearer ${real}`;
    },
  };
}

/** Replaces a file atomically: a reader sees the old or the new content, never a part. */
async function replaceFile(path: string, content: string): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
