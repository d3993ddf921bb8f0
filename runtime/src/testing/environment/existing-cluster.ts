import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterConfig } from '../../transport/cluster-config.js';
import { kubeconfigPaths } from '../../configuration/kubeconfig-file.js';
import { loadConfig } from '../../configuration/load-config.js';
import { createTransport } from '../../transport/create-transport.js';
import { ConfigError } from '../../errors/config-error.js';
import type { ReachableCluster } from './cluster.js';
import { askForJson, askThrough } from './http.js';
import { writeKubeconfig } from './kubeconfig.js';
import { createServiceAccountToken } from './service-accounts.js';
import type { TestUser } from './users.js';

export interface ExistingClusterOptions {
  /** Configuration for reaching it; defaults to the result of `loadConfig()`. */
  readonly config?: ClusterConfig | undefined;
  readonly users: readonly TestUser[];
}

/**
 * Uses an existing cluster instead of one that is started for the test. Operations that need control of its processes
 * throw.
 * @param directory directory for the kubeconfigs that are written
 */
export async function useCluster(
  directory: string,
  { users, ...options }: ExistingClusterOptions,
): Promise<ReachableCluster> {
  if (users.length > 0) throw unavailable('users');
  const config = options.config ?? (await loadConfig());
  const transport = createTransport(config);
  const ask = askThrough(transport);
  try {
    await askForJson(ask, { method: 'GET', path: '/version' });
  } catch (error) {
    transport.close();
    throw error;
  }
  const refuse = (what: string) => () => Promise.reject(unavailable(what));
  return {
    ask,
    close: () => transport.close(),
    cluster: {
      url: config.server,
      config,
      get kubeconfigPath() {
        return onlyKubeconfig();
      },
      get etcdUrl(): string {
        throw unavailable('etcdUrl');
      },
      get assetsDirectory(): string {
        throw unavailable('assetsDirectory');
      },
      get certificateAuthorityPath(): string {
        throw unavailable('certificateAuthorityPath');
      },
      get serviceAccountKeyPath(): string {
        throw unavailable('serviceAccountKeyPath');
      },
      get auditLogPath(): string {
        throw unavailable('auditLogPath');
      },
      userKubeconfig: refuse('users'),
      addUser: refuse('users'),
      async serviceAccountKubeconfig(namespace, name) {
        const token = await createServiceAccountToken(ask, namespace, name);
        const { certificateAuthority: ca } = config;
        const server = { url: config.server, ca: typeof ca === 'object' ? ca.get() : ca };
        const user = `system:serviceaccount:${namespace}:${name}`;
        return writeKubeconfig(join(directory, `${user.replaceAll(':', '-')}.yaml`), server, user, { token });
      },
      auditEvents: refuse('auditEvents'),
      stopApiServer: refuse('stopApiServer'),
      startApiServer: refuse('startApiServer'),
      backUp: refuse('backUp'),
      restore: refuse('restore'),
    },
  };
}

function unavailable(what: string): Error {
  return new Error(`an existing cluster has no ${what} for tests: start one of your own, without USE_EXISTING_CLUSTER`);
}

/** @throws ConfigError if there is no kubeconfig, or several that would have to be merged */
function onlyKubeconfig(): string {
  const paths = kubeconfigPaths().filter((path) => existsSync(path));
  if (paths.length === 1) return paths[0]!;
  throw new ConfigError(
    `there are ${paths.length} kubeconfig files, and no single path: use \`config\` of the environment`,
  );
}
