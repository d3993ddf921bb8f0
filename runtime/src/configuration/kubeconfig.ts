import { ConfigError } from '../errors/config-error.js';
import { defined } from '../json/defined.js';
import { isJsonObject } from '../json/json-object.js';
import type { ClusterConfig, Impersonation } from '../transport/cluster-config.js';
import { mergeKubeconfigs, textOf, type Cluster, type Named, type User } from './kubeconfig-file.js';
import { parseProxy } from '../transport/proxy.js';
import { withoutEndSlashes } from './end-slashes.js';
import { pemOf, userCredentials } from './kubeconfig-user.js';

/**
 * Reads and merges kubeconfig files, and returns the configuration of one context.
 * @param context name of a context; defaults to the current one
 * @throws ConfigError if a reference cannot be resolved, or a field is unsupported
 */
export async function readKubeconfig(paths: readonly string[], context?: string): Promise<ClusterConfig> {
  const merged = await mergeKubeconfigs(paths);
  const name = context ?? merged.currentContext;
  if (name === undefined) {
    throw new ConfigError(`no context is chosen in ${paths.join(', ')}: kubectl config use-context <name>`);
  }
  const chosen = find('context', merged.contexts, name).value;
  const cluster = find('cluster', merged.clusters, chosen.cluster ?? '');
  const userName = textOf(chosen.user);
  const user = userName === undefined ? undefined : find('user', merged.users, userName);
  return configOf(cluster, user, textOf(chosen.namespace));
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
  const { 'insecure-skip-tls-verify': skipTlsVerify } = cluster.value;
  const proxyUrl = textOf(cluster.value['proxy-url']);
  if (proxyUrl !== undefined) parseProxy(proxyUrl, `the proxy-url of the cluster "${cluster.name}"`);
  const tlsServerName = textOf(cluster.value['tls-server-name']);
  const certificateAuthority = pemOf(cluster, 'certificate-authority');
  const impersonate = user && impersonationOf(user);
  return {
    server: serverOf(cluster),
    ...(skipTlsVerify === true ? { skipTlsVerify } : {}),
    ...defined({ certificateAuthority, tlsServerName, proxyUrl, impersonate, namespace }),
    credentials: userCredentials(user, clusterInfo(cluster.value, certificateAuthority?.get())),
  };
}

function serverOf({ name, value, file }: Named<Cluster>): string {
  const server = textOf(value.server);
  if (server === undefined) throw new ConfigError(`the cluster "${name}" of the kubeconfig has no server`);
  const place = `the server of the cluster "${name}" in ${file}`;
  if (!/^https?:\/\//.test(server)) throw new ConfigError(`${place} must begin with https:// or http://`);
  if (!URL.canParse(server)) throw new ConfigError(`${place} is not a valid URL: write https://host:port`);
  return withoutEndSlashes(server);
}

/**
 * Returns the cluster information for plug-ins.
 * See https://kubernetes.io/docs/reference/config-api/client-authentication.v1/#client-authentication-k8s-io-v1-Cluster
 */
function clusterInfo(cluster: Cluster, certificateAuthority: string | undefined): Record<string, unknown> {
  const config = cluster.extensions?.find(({ name }) => name === 'client.authentication.k8s.io/exec')?.extension;
  return {
    server: cluster.server,
    'tls-server-name': cluster['tls-server-name'],
    'proxy-url': cluster['proxy-url'],
    'insecure-skip-tls-verify': cluster['insecure-skip-tls-verify'],
    'certificate-authority-data':
      certificateAuthority === undefined ? undefined : Buffer.from(certificateAuthority).toString('base64'),
    config,
  };
}

/** @throws ConfigError if the user to impersonate is missing, or a field is malformed */
function impersonationOf({ name, value, file }: Named<User>): Impersonation | undefined {
  const user = textOf(value.as);
  const uid = textOf(value['as-uid']);
  const groups = value['as-groups'] ?? undefined;
  const extra = value['as-user-extra'] ?? undefined;
  if (user === undefined) {
    if (uid === undefined && groups === undefined && extra === undefined) return undefined;
    throw new ConfigError(
      `the user "${name}" has as-uid, as-groups or as-user-extra, but does not say whom to impersonate (as)`,
    );
  }
  const place = `of the user "${name}" in ${file}`;
  if (groups !== undefined && !isTexts(groups))
    throw new ConfigError(`as-groups ${place} is not a list of strings: write as-groups: [name]`);
  if (extra !== undefined && !(isJsonObject(extra) && Object.values(extra).every((values) => isTexts(values))))
    throw new ConfigError(
      `as-user-extra ${place} is not a map of lists of strings: write as-user-extra: { key: [value] }`,
    );
  return { user, ...defined({ uid, groups, extra }) };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
