import { join } from 'node:path';
import { loadConfig } from '../../configuration/load-config.js';
import { readAuditLog } from './audit.js';
import type { CertificateAuthority } from './certificate-authority.js';
import type { ReachableCluster, TestCluster } from './cluster.js';
import { startEtcd, type Etcd } from './etcd.js';
import type { Flags } from './flags.js';
import { askApiServer, type ApiServer, type Ask } from './http.js';
import { prepareKubeApiServer, startKubeApiServer, waitUntilReady, type KubeApiServerSetup } from './kube-apiserver.js';
import { writeKubeconfig, type UserCredential } from './kubeconfig.js';
import { executableName } from './platform.js';
import { onFreePorts } from './ports.js';
import type { Sandbox } from './sandbox.js';
import { createServiceAccountToken } from './service-accounts.js';
import { admin, makeTokens, type TestUser, type Tokens } from './users.js';

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
export async function startOwnCluster(sandbox: Sandbox, options: OwnClusterOptions): Promise<ReachableCluster> {
  const tokens = makeTokens([admin, ...options.users]);
  const programs = await startPrograms(sandbox, tokens, options);
  const { setup, etcd, target } = programs;
  const ask = askApiServer(target);
  const users = clusterUsers(sandbox, { target, ask, tokens, authority: options.authority });
  const kubeconfigPath = await users.userKubeconfig(admin.name);
  return {
    ask,
    close: () => undefined,
    cluster: {
      url: setup.url,
      config: await loadConfig({ kubeconfig: kubeconfigPath }),
      etcdUrl: etcd.url,
      assetsDirectory: options.assetsDirectory,
      kubeconfigPath,
      certificateAuthorityPath: setup.certificatePath,
      serviceAccountKeyPath: setup.serviceAccountKeyPath,
      auditLogPath: setup.auditLogPath,
      ...users,
      auditEvents: () => readAuditLog(setup.auditLogPath),
      stopApiServer: programs.stopApiServer,
      startApiServer: programs.startApiServer,
      backUp: async () => ({ etcd: await etcd.backUp() }),
      async restore(backup) {
        await programs.stopApiServer();
        await etcd.restore(backup.etcd);
        await programs.startApiServer();
      },
    },
  };
}

/** The processes of a cluster; etcd keeps running while kube-apiserver is stopped and started. */
interface Programs {
  readonly etcd: Etcd;
  readonly setup: KubeApiServerSetup;
  readonly target: ApiServer;
  readonly stopApiServer: () => Promise<void>;
  /** Starts kube-apiserver unless it runs, and waits until it is ready. */
  readonly startApiServer: () => Promise<void>;
}

async function startPrograms(
  sandbox: Sandbox,
  tokens: Tokens,
  { assetsDirectory, authority, users, apiServerFlags, timeoutMs }: OwnClusterOptions,
): Promise<Programs> {
  const program = (name: string) => join(assetsDirectory, executableName(name));
  const token = tokens.get(admin.name)!;
  const first = await onFreePorts(async () => {
    const etcd = await startEtcd(sandbox, program('etcd'));
    const everybody = [admin, ...users];
    const setup = await prepareKubeApiServer(sandbox, etcd, everybody, tokens, authority.cert, apiServerFlags);
    const server = startKubeApiServer(sandbox, program('kube-apiserver'), setup);
    try {
      const target = await waitUntilReady(setup, token, { server, etcd: etcd.process, timeoutMs });
      return { etcd, setup, server, target };
    } catch (error) {
      await Promise.all([server.kill(), etcd.process.kill()]);
      throw error;
    }
  });
  const { etcd, setup, target } = first;
  let { server } = first;
  return {
    etcd,
    setup,
    target,
    stopApiServer: () => server.kill(),
    startApiServer: async () => {
      if (server.ended) server = startKubeApiServer(sandbox, program('kube-apiserver'), setup);
      await waitUntilReady(setup, token, { server, etcd: etcd.process, timeoutMs });
    },
  };
}

interface ClusterUserParts {
  readonly target: ApiServer;
  readonly ask: Ask;
  readonly tokens: Tokens;
  readonly authority: CertificateAuthority;
}

/** Returns the functions that write kubeconfigs, for users with a token, users that are added, and service accounts. */
function clusterUsers(
  sandbox: Sandbox,
  { target, ask, tokens, authority }: ClusterUserParts,
): Pick<TestCluster, 'userKubeconfig' | 'addUser' | 'serviceAccountKubeconfig'> {
  const added = new Map<string, string>();
  const kubeconfig = (user: string, credential: UserCredential) =>
    writeKubeconfig(
      join(sandbox.directory, 'kubeconfig', `${user.replaceAll(':', '-')}.yaml`),
      target,
      user,
      credential,
    );
  return {
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
  };
}
