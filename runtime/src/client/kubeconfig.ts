import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import {
  ConfigError,
  fixedCredential,
  type ClusterConfig,
  type CredentialSource,
  type Impersonation,
} from './cluster-config.js';
import { execCredential, type ExecConfig } from './exec-credential.js';
import { tokenFile } from './token-file.js';

interface Named<T> {
  readonly name: string;
  readonly value: T;
  /** Folder of the file that it stands in: what relative paths in it are relative to. */
  readonly folder: string;
}

/** Some keys have file and data forms; the data form wins, as in kubectl. */
interface Cluster {
  readonly server?: string;
  readonly 'certificate-authority'?: string;
  readonly 'certificate-authority-data'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'tls-server-name'?: string;
  readonly 'proxy-url'?: string;
}

interface User {
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly exec?: ExecConfig;
  readonly 'auth-provider'?: { readonly name?: string };
  readonly as?: string;
  readonly 'as-uid'?: string;
  readonly 'as-groups'?: readonly string[];
  readonly 'as-user-extra'?: Readonly<Record<string, readonly string[]>>;
}

interface Context {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
}

interface Kubeconfig {
  currentContext: string | undefined;
  readonly clusters: Map<string, Named<Cluster>>;
  readonly users: Map<string, Named<User>>;
  readonly contexts: Map<string, Named<Context>>;
}

/** The files that kubectl would read: `$KUBECONFIG`, a list, or `~/.kube/config`. */
export function kubeconfigPaths(env: Readonly<Record<string, string | undefined>> = process.env): readonly string[] {
  const listed = (env['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  return listed.length > 0 ? listed : [join(homedir(), '.kube', 'config')];
}

/**
 * Reads kubeconfig files into the configuration of one context. The first file that says a thing wins, as
 * https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/ has it.
 * @param context name of a context; the current one where absent
 * @throws ConfigError when a name leads nowhere, or a part is not supported
 */
export function readKubeconfig(paths: readonly string[], context?: string): ClusterConfig {
  const merged: Kubeconfig = { currentContext: undefined, clusters: new Map(), users: new Map(), contexts: new Map() };
  for (const path of paths) mergeFile(merged, path);
  const name = context ?? merged.currentContext;
  if (name === undefined)
    throw new ConfigError(`no context is chosen in ${paths.join(', ')}: kubectl config use-context <name>`);
  const chosen = find('context', merged.contexts, name).value;
  const cluster = find('cluster', merged.clusters, chosen.cluster ?? '');
  const user = chosen.user === undefined ? undefined : find('user', merged.users, chosen.user);
  return configOf(cluster, user, chosen.namespace);
}

function mergeFile(merged: Kubeconfig, path: string): void {
  if (!existsSync(path)) return;
  const raw = readYaml(path);
  const folder = dirname(resolve(path));
  merged.currentContext ??= textOf(raw['current-context']);
  for (const [key, into] of [
    ['clusters', merged.clusters],
    ['users', merged.users],
    ['contexts', merged.contexts],
  ] as const) {
    for (const each of (raw[key] ?? []) as readonly Record<string, unknown>[]) {
      const name = textOf(each['name']) ?? '';
      const value = (each[key.slice(0, -1)] ?? {}) as object;
      if (!into.has(name)) (into as Map<string, Named<object>>).set(name, { name, value, folder });
    }
  }
}

function readYaml(path: string): Record<string, unknown> {
  try {
    return (parse(readFileSync(path, 'utf8')) ?? {}) as Record<string, unknown>;
  } catch (cause) {
    throw new ConfigError(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function find<T>(what: string, among: ReadonlyMap<string, Named<T>>, name: string): Named<T> {
  const found = among.get(name);
  if (found !== undefined) return found;
  const known = [...among.keys()].join(', ') || 'none';
  throw new ConfigError(`the kubeconfig has no ${what} "${name}"; it has: ${known}`);
}

function configOf(
  cluster: Named<Cluster>,
  user: Named<User> | undefined,
  namespace: string | undefined,
): ClusterConfig {
  const { server, 'proxy-url': proxy, 'tls-server-name': tlsServerName } = cluster.value;
  if (server === undefined) throw new ConfigError(`the cluster "${cluster.name}" of the kubeconfig has no server`);
  if (proxy !== undefined)
    throw new ConfigError(`the cluster "${cluster.name}" is behind a proxy (proxy-url), which is not supported`);
  const certificateAuthority = material(cluster, 'certificate-authority');
  const impersonate = impersonationOf(user?.value);
  return {
    server: server.replace(/\/+$/, ''),
    ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
    ...(cluster.value['insecure-skip-tls-verify'] ? { skipTlsVerify: true } : {}),
    ...(tlsServerName === undefined ? {} : { tlsServerName }),
    credentials: user === undefined ? fixedCredential({}) : credentialsOf(user, cluster, certificateAuthority),
    ...(impersonate === undefined ? {} : { impersonate }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

function credentialsOf(
  user: Named<User>,
  cluster: Named<Cluster>,
  certificateAuthority: string | undefined,
): CredentialSource {
  const { value, folder } = user;
  const provider = value['auth-provider'];
  if (provider !== undefined) {
    throw new ConfigError(
      `the user "${user.name}" uses the auth-provider ${provider.name}, which Kubernetes has given up; use an exec plug-in`,
    );
  }
  if (value.exec !== undefined) {
    return execCredential(value.exec, clusterInfo(cluster.value, certificateAuthority), folder);
  }
  const clientCertificate = material(user, 'client-certificate');
  const clientKey = material(user, 'client-key');
  if (value.token === undefined && value.tokenFile !== undefined) return tokenFile(resolve(folder, value.tokenFile));
  return fixedCredential({
    ...(value.token === undefined ? {} : { token: value.token }),
    ...(value.username === undefined ? {} : { username: value.username, password: value.password ?? '' }),
    ...(clientCertificate === undefined ? {} : { clientCertificate }),
    ...(clientKey === undefined ? {} : { clientKey }),
  });
}

function clusterInfo(cluster: Cluster, certificateAuthority: string | undefined): Record<string, unknown> {
  return {
    server: cluster.server,
    'tls-server-name': cluster['tls-server-name'],
    'insecure-skip-tls-verify': cluster['insecure-skip-tls-verify'],
    'certificate-authority-data':
      certificateAuthority === undefined ? undefined : Buffer.from(certificateAuthority).toString('base64'),
  };
}

/** PEM text from `<key>-data`, in base64, or from the file that `<key>` names. */
function material({ value, folder, name }: Named<object>, key: string): string | undefined {
  const fields = value as Readonly<Record<string, unknown>>;
  const data = textOf(fields[`${key}-data`]);
  if (data !== undefined) return Buffer.from(data, 'base64').toString('utf8');
  const path = textOf(fields[key]);
  if (path === undefined) return undefined;
  try {
    return readFileSync(resolve(folder, path), 'utf8');
  } catch (cause) {
    throw new ConfigError(`the ${key} of "${name}" cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function impersonationOf(user: User | undefined): Impersonation | undefined {
  if (user?.as === undefined) return undefined;
  const { as, 'as-uid': uid, 'as-groups': groups, 'as-user-extra': extra } = user;
  return {
    user: as,
    ...(uid === undefined ? {} : { uid }),
    ...(groups === undefined ? {} : { groups }),
    ...(extra === undefined ? {} : { extra }),
  };
}
