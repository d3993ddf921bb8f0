import type { WebhookServerOptions } from '../../webhook/options.js';
import { parseDuration } from '../../api/parse-duration.js';
import type { ClusterConfig } from '../../transport/cluster-config.js';
import { findTestAssets, type FoundTestAssets } from './assets.js';
import { createCertificateAuthority, type CertificateAuthority } from './certificate-authority.js';
import type { ReachableCluster, TestCluster } from './cluster.js';
import { installCRDs, uninstallCRDs, type CRDSource } from './crds.js';
import { useCluster } from './existing-cluster.js';
import type { Flags } from './flags.js';
import type { Ask } from './http.js';
import { startOwnCluster } from './own-cluster.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import type { TestUser } from './users.js';
import { prepareWebhookTarget, type WebhookTarget, type WebhookTargetOptions } from './webhook-target.js';
import { installWebhooks, type WebhookSource } from './webhooks.js';

/** The webhooks of a test; https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/envtest#WebhookInstallOptions */
export interface WebhookInstallOptions extends WebhookTargetOptions {
  /** Files or folders with webhook configurations, such as `config/webhook`, or configurations as values. */
  readonly paths?: readonly WebhookSource[];
}

/**
 * What a control plane for tests is started with.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/envtest#Environment
 */
export interface TestEnvironmentOptions {
  /** The programs to run; by default what `findTestAssets()` finds. */
  readonly assets?: FoundTestAssets;
  /** CustomResourceDefinitions to install before the environment is handed over: files, folders or values. */
  readonly crds?: readonly CRDSource[];
  /** Webhooks to install likewise; the server that answers them is the test's own, with `webhookServerOptions`. */
  readonly webhooks?: WebhookInstallOptions;
  /** Users beside the administrator. */
  readonly users?: readonly TestUser[];
  /** Flags of kube-apiserver that stand over the environment's own; undefined takes one away. */
  readonly apiServerFlags?: Flags;
  /**
   * How long to wait for the API server, and for what is installed; by default the Go duration in
   * `KUBEBUILDER_CONTROLPLANE_START_TIMEOUT`, or a minute.
   */
  readonly timeoutMs?: number;
  /** Takes a cluster that runs already; by default only when `USE_EXISTING_CLUSTER` is `true`. */
  readonly useExistingCluster?: boolean;
  /** How to reach the existing cluster; by default as kubectl does. */
  readonly config?: ClusterConfig;
  /** Deletes the CustomResourceDefinitions of `crds` when the environment stops: for an existing cluster. */
  readonly cleanUpAfterUse?: boolean;
  /** Shows what etcd and kube-apiserver print; by default only when `KUBEBUILDER_ATTACH_CONTROL_PLANE_OUTPUT` is `true`. */
  readonly attachControlPlaneOutput?: boolean;
}

/** A running etcd and kube-apiserver, without controllers and without nodes; or an existing cluster. */
export interface TestEnvironment extends TestCluster {
  /** The temporary folder that goes with the environment. */
  readonly directory: string;
  /** Where the API server looks for the webhooks of the test: for `createManager({ webhook })`. */
  readonly webhookServerOptions: WebhookServerOptions &
    Required<Pick<WebhookServerOptions, 'host' | 'port' | 'certDir'>>;
  /** Installs CustomResourceDefinitions from files, folders or values; returns their names once they can be used. */
  readonly installCRDs: (...crds: CRDSource[]) => Promise<string[]>;
  /** Deletes them, and every object of their kinds. */
  readonly uninstallCRDs: (...crds: CRDSource[]) => Promise<void>;
  /** Installs webhook configurations from files, folders or values; resolves once the API server goes by them. */
  readonly installWebhooks: (...configurations: WebhookSource[]) => Promise<void>;
  /** Ends the processes and removes the folder. Calling it again does nothing. */
  readonly stop: () => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a control plane to test against: envtest for operators in TypeScript.
 * See https://book.kubebuilder.io/reference/envtest
 *
 * @throws Error when the programs are missing (with the line that says how to get them), when the API server is not ready
 * in time (with the end of its log), or when a CustomResourceDefinition or webhook is refused. Nothing is left running then.
 */
export async function startTestEnvironment(options: TestEnvironmentOptions = {}): Promise<TestEnvironment> {
  return (await startEnvironment(options)).environment;
}

/** An environment, and what tests do not get of it. */
export interface StartedEnvironment {
  readonly environment: TestEnvironment;
  readonly ask: Ask;
  /** Where the server of the environment's webhooks is, and who signed its certificate. */
  readonly target: WebhookTarget;
  readonly authority: CertificateAuthority;
  /** How long to wait for what is installed. */
  readonly timeoutMs: number;
}

/** Starts an environment as `startTestEnvironment` does. @throws as that does */
export async function startEnvironment(options: TestEnvironmentOptions): Promise<StartedEnvironment> {
  const timeoutMs = options.timeoutMs ?? parseDuration(process.env['KUBEBUILDER_CONTROLPLANE_START_TIMEOUT'] || '1m');
  const attachOutput = options.attachControlPlaneOutput ?? isTrue('KUBEBUILDER_ATTACH_CONTROL_PLANE_OUTPUT');
  const exists = options.useExistingCluster ?? existingClusterIsAsked();
  const assetsDirectory = exists ? undefined : await directoryOf(options.assets);
  const sandbox = createSandbox('test-environment-', { attachOutput });
  try {
    return await start(sandbox, assetsDirectory, timeoutMs, options);
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
}

async function start(
  sandbox: Sandbox,
  assetsDirectory: string | undefined,
  timeoutMs: number,
  {
    crds = [],
    webhooks = {},
    users = [],
    apiServerFlags = {},
    config,
    cleanUpAfterUse = false,
  }: TestEnvironmentOptions,
): Promise<StartedEnvironment> {
  const { directory } = sandbox;
  const authority = createCertificateAuthority('test-environment');
  const target = await prepareWebhookTarget(directory, authority, webhooks);
  const { cluster, ask, close }: ReachableCluster =
    assetsDirectory === undefined
      ? await useCluster(directory, { config, users })
      : await startOwnCluster(sandbox, { assetsDirectory, authority, users, apiServerFlags, timeoutMs });
  const undo: (() => Promise<void>)[] = [];
  let stopped: Promise<void> | undefined;
  const stopAll = async (): Promise<void> => {
    try {
      // What is our own ends with its data.
      if (assetsDirectory === undefined) for (const each of undo.toReversed()) await each();
    } finally {
      close();
      await sandbox.stop();
    }
  };
  const stop = (): Promise<void> => (stopped ??= stopAll());
  const environment: TestEnvironment = Object.assign(cluster, {
    directory,
    webhookServerOptions: target.serverOptions,
    installCRDs: (...given: CRDSource[]) => installCRDs(ask, given, target.clientConfig('/convert'), timeoutMs),
    uninstallCRDs: (...given: CRDSource[]) => uninstallCRDs(ask, given, timeoutMs),
    installWebhooks: async (...given: WebhookSource[]) =>
      void undo.push(await installWebhooks(ask, given, target, timeoutMs)),
    stop,
    [Symbol.asyncDispose]: stop,
  });
  try {
    if (crds.length > 0) {
      if (cleanUpAfterUse) undo.push(() => environment.uninstallCRDs(...crds));
      await environment.installCRDs(...crds);
    }
    if (webhooks.paths !== undefined) await environment.installWebhooks(...webhooks.paths);
    return { environment, ask, target, authority, timeoutMs };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function directoryOf(given: FoundTestAssets | undefined): Promise<string> {
  const assets = given ?? (await findTestAssets());
  if (!assets.found) throw new Error(`${assets.reason} ${assets.remedy}`);
  return assets.directory;
}

/** Reports whether tests are to run against a cluster that runs already. */
export function existingClusterIsAsked(): boolean {
  return isTrue('USE_EXISTING_CLUSTER');
}

function isTrue(name: string): boolean {
  return process.env[name]?.toLowerCase() === 'true';
}
