import { existsSync } from 'node:fs';
import { ConfigError } from '../errors/config-error.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import { inClusterConfig, isInCluster } from './in-cluster.js';
import { kubeconfigPaths } from './kubeconfig-file.js';
import { readKubeconfig } from './kubeconfig.js';

export interface LoadConfigOptions {
  /** Path of a kubeconfig file, which takes precedence over all other sources. */
  readonly kubeconfig?: string | undefined;
  /** Name of a context in the kubeconfig. */
  readonly context?: string | undefined;
}

/**
 * Finds the configuration for the API server, in the order of controller-runtime: an explicit file, `$KUBECONFIG`, the
 * service account of the Pod, `~/.kube/config`.
 * @throws ConfigError if there is none, or it is invalid
 */
export async function loadConfig({ kubeconfig, context }: LoadConfigOptions = {}): Promise<ClusterConfig> {
  if (kubeconfig !== undefined) {
    if (!existsSync(kubeconfig)) throw new ConfigError(`there is no kubeconfig at ${kubeconfig}`);
    return readKubeconfig([kubeconfig], context);
  }
  const named = (process.env['KUBECONFIG'] ?? '') !== '';
  if (!named && isInCluster()) return inClusterConfig();
  const paths = kubeconfigPaths();
  if (!paths.some((path) => existsSync(path))) {
    throw new ConfigError(
      `no cluster is configured: there is no kubeconfig at ${paths.join(', ')}, and this process does not run in a Pod`,
    );
  }
  return readKubeconfig(paths, context);
}
