import { join } from 'node:path';
import { loadConfig } from '../../configuration/load-config.js';
import { readAuditLog } from './audit.js';
import type { CertificateAuthority } from './certificate-authority.js';
import type { ReachableCluster } from './cluster.js';
import { startEtcd } from './etcd.js';
import type { Flags } from './flags.js';
import { askApiServer } from './http.js';
import { prepareKubeApiServer, startKubeApiServer, waitUntilReady } from './kube-apiserver.js';
import { writeKubeconfig, type UserCredential } from './kubeconfig.js';
import { executableName } from './platform.js';
import { onFreePorts } from './ports.js';
import type { Sandbox } from './sandbox.js';
import { createServiceAccountToken } from './service-accounts.js';
import { admin, makeTokens, type TestUser } from './users.js';

export interface OwnClusterOptions {
  readonly assetsDirectory: string;
  readonly authority: CertificateAuthority;
  readonly users: readonly TestUser[];
  readonly apiServerFlags: Flags;
  readonly timeoutMs: number;
}

/**
 * Starts etcd and kube-apiserver in a sandbox, and waits until they are ready.
 * @throws Error with the end of their logs
 */
export async function startOwnCluster(
  sandbox: Sandbox,
  { assetsDirectory, authority, users, apiServerFlags, timeoutMs }: OwnClusterOptions,
): Promise<ReachableCluster> {
  const program = (name: string) => join(assetsDirectory, executableName(name));
  const everybody = [admin, ...users];
  const tokens = makeTokens(everybody);
  const first = await onFreePorts(async () => {
    const etcd = await startEtcd(sandbox, program('etcd'));
    const setup = await prepareKubeApiServer(sandbox, etcd, everybody, tokens, authority.cert, apiServerFlags);
    const server = startKubeApiServer(sandbox, program('kube-apiserver'), setup);
    try {
      const target = await waitUntilReady(setup, tokens.get(admin.name)!, { server, etcd: etcd.process, timeoutMs });
      return { etcd, setup, server, target };
    } catch (error) {
      await Promise.all([server.kill(), etcd.process.kill()]);
      throw error;
    }
  });
  const { etcd, setup, target } = first;
  let { server } = first;
  const startApiServer = async (): Promise<void> => {
    if (server.ended) server = startKubeApiServer(sandbox, program('kube-apiserver'), setup);
    await waitUntilReady(setup, tokens.get(admin.name)!, { server, etcd: etcd.process, timeoutMs });
  };
  const ask = askApiServer(target);
  const kubeconfig = (user: string, credential: UserCredential) =>
    writeKubeconfig(
      join(sandbox.directory, 'kubeconfig', `${user.replaceAll(':', '-')}.yaml`),
      target,
      user,
      credential,
    );
  const added = new Map<string, string>();
  const kubeconfigPath = await kubeconfig(admin.name, target);
  return {
    ask,
    close: () => undefined,
    cluster: {
      url: setup.url,
      config: await loadConfig({ kubeconfig: kubeconfigPath }),
      etcdUrl: etcd.url,
      assetsDirectory,
      kubeconfigPath,
      certificateAuthorityPath: setup.certificatePath,
      serviceAccountKeyPath: setup.serviceAccountKeyPath,
      auditLogPath: setup.auditLogPath,
      async userKubeconfig(user) {
        const token = tokens.get(user);
        const path = token === undefined ? added.get(user) : await kubeconfig(user, { token });
        if (path === undefined) throw new Error(`no user ${user}: name it in the option \`users\`, or call addUser`);
        return path;
      },
      async addUser({ name, groups = [] }) {
        if (tokens.has(name) || added.has(name))
          throw new Error(`there is a user ${name} already: give this one another name`);
        const path = await kubeconfig(name, authority.issueClient(name, groups));
        added.set(name, path);
        return path;
      },
      async serviceAccountKubeconfig(namespace, name) {
        const token = await createServiceAccountToken(ask, namespace, name);
        return kubeconfig(`system:serviceaccount:${namespace}:${name}`, { token });
      },
      auditEvents: () => readAuditLog(setup.auditLogPath),
      stopApiServer: () => server.kill(),
      startApiServer,
      backUp: async () => ({ etcd: await etcd.backUp() }),
      async restore(backup) {
        await server.kill();
        await etcd.restore(backup.etcd);
        await startApiServer();
      },
    },
  };
}
