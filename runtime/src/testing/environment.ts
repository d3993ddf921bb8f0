import { join } from 'node:path';
import { findTestAssets, type FoundTestAssets } from './assets.js';
import { readAuditLog, type AuditEvent } from './audit.js';
import { installCRDs } from './crds.js';
import { startEtcd } from './etcd.js';
import type { Flags } from './flags.js';
import { prepareKubeApiServer, startKubeApiServer, waitUntilReady } from './kube-apiserver.js';
import { writeKubeconfig } from './kubeconfig.js';
import { executableName } from './platform.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { createServiceAccountToken } from './service-accounts.js';
import { admin, makeTokens, type TestUser } from './users.js';

export interface TestEnvironmentOptions {
  /** The programs to run; by default what `findTestAssets()` finds. */
  readonly assets?: FoundTestAssets;
  /** Files or folders with CustomResourceDefinitions to install before the environment is handed over. */
  readonly crds?: readonly string[];
  /** Users beside the administrator. */
  readonly users?: readonly TestUser[];
  /** Flags of kube-apiserver that stand over the environment's own; undefined takes one away. */
  readonly apiServerFlags?: Flags;
  /** How long to wait for the API server, and for a CustomResourceDefinition; by default a minute. */
  readonly timeoutMs?: number;
}

/** A running etcd and kube-apiserver, without controllers and without nodes. */
export interface TestEnvironment {
  /** `https://127.0.0.1:<port>` */
  readonly url: string;
  /** The temporary folder that goes with the environment. */
  readonly directory: string;
  /** The folder with the programs that run. */
  readonly assetsDirectory: string;
  /** The administrator's kubeconfig file. */
  readonly kubeconfigPath: string;
  /** The API server's certificate authority, a PEM file. */
  readonly certificateAuthorityPath: string;
  /** The key that signs service account tokens, a PEM file. */
  readonly serviceAccountKeyPath: string;
  readonly auditLogPath: string;
  /** Where etcd answers, over plain HTTP: `http://127.0.0.1:<port>` */
  readonly etcdUrl: string;
  /** Installs CustomResourceDefinitions from files or folders and returns their names once they can be used. */
  readonly installCRDs: (...paths: string[]) => Promise<string[]>;
  /** The path of a kubeconfig for one of `users`. */
  readonly userKubeconfig: (user: string) => Promise<string>;
  /** The path of a kubeconfig for a service account that exists; its token is good for a day. */
  readonly serviceAccountKubeconfig: (namespace: string, name: string) => Promise<string>;
  /** What the API server was asked and answered so far, the oldest first. */
  readonly auditEvents: () => Promise<AuditEvent[]>;
  /** Takes the API server away at once, as a crash would: connections break, its data stays. */
  readonly stopApiServer: () => Promise<void>;
  /** Brings the API server back on the same port with the same data, and waits until it is ready. */
  readonly startApiServer: () => Promise<void>;
  /** Ends the processes and removes the folder. Calling it again does nothing. */
  readonly stop: () => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a control plane to test against: envtest for operators in TypeScript.
 * See https://book.kubebuilder.io/reference/envtest
 *
 * @throws Error when the programs are missing (with the line that says how to get them), when the API server is not ready
 * in time (with the end of its log), or when a CustomResourceDefinition is refused. Nothing is left running then.
 */
export async function startTestEnvironment(options: TestEnvironmentOptions = {}): Promise<TestEnvironment> {
  const assets = options.assets ?? (await findTestAssets());
  if (!assets.found) throw new Error(`${assets.reason} ${assets.remedy}`);
  const sandbox = createSandbox('test-environment-');
  try {
    return await start(sandbox, assets.directory, options);
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
}

async function start(
  sandbox: Sandbox,
  assetsDirectory: string,
  { crds = [], users = [], apiServerFlags = {}, timeoutMs = 60_000 }: TestEnvironmentOptions,
): Promise<TestEnvironment> {
  const program = (name: string) => join(assetsDirectory, executableName(name));
  const everybody = [admin, ...users];
  const tokens = makeTokens(everybody);
  const etcd = await startEtcd(sandbox, program('etcd'));
  const setup = await prepareKubeApiServer(sandbox, etcd, everybody, tokens, apiServerFlags);
  let server = startKubeApiServer(sandbox, program('kube-apiserver'), setup);
  const ready = () => waitUntilReady(setup, tokens.get(admin.name)!, { server, etcd: etcd.process, timeoutMs });
  const target = await ready();
  const kubeconfig = (user: string, token: string) =>
    writeKubeconfig(
      join(sandbox.directory, 'kubeconfig', `${user.replaceAll(':', '-')}.yaml`),
      { ...target, token },
      user,
    );

  const environment: TestEnvironment = {
    url: setup.url,
    directory: sandbox.directory,
    assetsDirectory,
    kubeconfigPath: await kubeconfig(admin.name, target.token),
    certificateAuthorityPath: setup.certificatePath,
    serviceAccountKeyPath: setup.serviceAccountKeyPath,
    auditLogPath: setup.auditLogPath,
    etcdUrl: etcd.url,
    installCRDs: (...paths) => installCRDs(target, paths, timeoutMs),
    async userKubeconfig(user) {
      const token = tokens.get(user);
      if (token === undefined) throw new Error(`no user ${user}: name it in the option \`users\``);
      return kubeconfig(user, token);
    },
    async serviceAccountKubeconfig(namespace, name) {
      const token = await createServiceAccountToken(target, namespace, name);
      return kubeconfig(`system:serviceaccount:${namespace}:${name}`, token);
    },
    auditEvents: () => readAuditLog(setup.auditLogPath),
    stopApiServer: () => server.kill(),
    async startApiServer() {
      if (server.ended) server = startKubeApiServer(sandbox, program('kube-apiserver'), setup);
      await ready();
    },
    stop: () => sandbox.stop(),
    [Symbol.asyncDispose]: () => sandbox.stop(),
  };
  if (crds.length > 0) await environment.installCRDs(...crds);
  return environment;
}
