import { join } from 'node:path';
import type { Client, ClusterConfig } from '@operator-gen/runtime';
import { stringify } from 'yaml';
import { writePrivately } from '../../cluster/write-privately.js';
import type { Account } from './objects.js';

/** The operator's access to the cluster, as its service account. */
export interface Access {
  /** The path of its kubeconfig. */
  readonly kubeconfig: string;
  /** Stops renewing its token. */
  close(): void;
}

/** Seconds that a token is asked for; a cluster can give one for less. */
const wantedSeconds = 12 * 3600;
/** Milliseconds between two looks at the clock: a timer for the whole time would not count that in which a laptop sleeps. */
const pause = 20_000;

/**
 * Writes a kubeconfig of a service account into a folder, and renews its token until it is closed.
 * @param failed is called with the reason why a token cannot be renewed
 */
export async function accessOf(
  { client, config }: { readonly client: Client; readonly config: ClusterConfig },
  account: Account,
  folder: string,
  failed: (reason: string) => void,
): Promise<Access> {
  const kubeconfig = join(folder, 'kubeconfig');
  const tokenFile = join(folder, 'token');
  const kind = await client.kindOf({ apiVersion: 'v1', kind: 'ServiceAccount' });
  let due = 0;
  const renew = async (): Promise<void> => {
    const asked = Date.now();
    const { status } = await client.subresource('token').create(kind, account, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: wantedSeconds },
    });
    if (status === undefined) throw new Error('the API server has not returned a token');
    writePrivately(tokenFile, status.token);
    due = asked + (Date.parse(status.expirationTimestamp) - asked) / 2;
  };
  await renew();
  writePrivately(kubeconfig, stringify(kubeconfigOf(config, account, tokenFile)));
  let isRenewing = false;
  const timer = setInterval(() => {
    if (isRenewing || Date.now() < due) return;
    isRenewing = true;
    void renew()
      .catch((error: unknown) => failed((error as Error).message))
      .finally(() => (isRenewing = false));
  }, pause);
  return { kubeconfig, close: () => clearInterval(timer) };
}

/** See https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/ */
function kubeconfigOf(config: ClusterConfig, { namespace, name }: Account, tokenFile: string): object {
  const { server, certificateAuthority, skipTlsVerify, tlsServerName, proxyUrl } = config;
  const authority = typeof certificateAuthority === 'object' ? certificateAuthority.get() : certificateAuthority;
  const cluster = {
    server,
    ...(authority !== undefined && { 'certificate-authority-data': Buffer.from(authority).toString('base64') }),
    ...(skipTlsVerify === true && { 'insecure-skip-tls-verify': true }),
    ...(tlsServerName !== undefined && { 'tls-server-name': tlsServerName }),
    ...(proxyUrl !== undefined && { 'proxy-url': proxyUrl }),
  };
  const context = 'operator-gen-dev';
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: context, cluster }],
    users: [{ name, user: { tokenFile } }],
    contexts: [{ name: context, context: { cluster: context, user: name, namespace } }],
    'current-context': context,
  };
}
