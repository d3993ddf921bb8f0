import { existsSync } from 'node:fs';
import { ConfigError } from '../errors/config-error.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import { pemFile } from './pem-source.js';
import { mostSecretBytes, readTextSync } from './read-file.js';
import { tokenFile } from './token-file.js';

/**
 * Location of the service account in every Pod: https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/
 */
const serviceAccount = '/var/run/secrets/kubernetes.io/serviceaccount';

type Variables = Readonly<Record<string, string | undefined>>;

/** Reports whether this process runs in a Pod, even in one without a service account. */
export function isInPod(env: Variables = process.env): boolean {
  return (env['KUBERNETES_SERVICE_HOST'] ?? '') !== '';
}

/** Reports whether this process runs in a Pod with a service account. */
export function isInCluster(env: Variables = process.env, folder = serviceAccount): boolean {
  return env['KUBERNETES_SERVICE_HOST'] !== undefined && existsSync(`${folder}/token`);
}

/**
 * Returns the configuration of a process in a Pod.
 * @throws ConfigError if this process does not run in a Pod
 */
export function inClusterConfig(env: Variables = process.env, folder = serviceAccount): ClusterConfig {
  const host = env['KUBERNETES_SERVICE_HOST'];
  const port = env['KUBERNETES_SERVICE_PORT'] ?? '443';
  if (host === undefined || !existsSync(`${folder}/token`)) {
    throw new ConfigError('this process does not run in a cluster: there is no service account');
  }
  const namespace = `${folder}/namespace`;
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    certificateAuthority: pemFile(`${folder}/ca.crt`, 'the certificate authority of the service account'),
    credentials: tokenFile(`${folder}/token`),
    ...(existsSync(namespace) ? { namespace: readTextSync(namespace, mostSecretBytes).trim() } : {}),
  };
}
