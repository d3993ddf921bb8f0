import type { WebhookServerOptions } from '../../webhook/options.js';
import { parseDuration } from '../../scalars/duration.js';
import type { ClusterConfig } from '../../transport/cluster-config.js';
import { findTestAssets, type FoundTestAssets } from './assets.js';
import { createCertificateAuthority, type CertificateAuthority } from './certificate-authority.js';
import type { ReachableCluster, TestCluster } from './cluster.js';
import { findControllers, startControllers } from './controllers.js';
import { installCRDs, uninstallCRDs, type CRDSource } from './crds.js';
import { useCluster } from './existing-cluster.js';
import type { Flags } from './flags.js';
import type { Ask } from './http.js';
import { startOwnCluster } from './own-cluster.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import type { TestUser } from './users.js';
import { prepareWebhookTarget, type WebhookTarget, type WebhookTargetOptions } from './webhook-target.js';
import { installWebhooks, type WebhookSource } from './webhooks.js';

/** Webhooks of a test; see https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/envtest#WebhookInstallOptions */
export interface WebhookInstallOptions extends WebhookTargetOptions {
  /** Files or directories with webhook configurations, such as `config/webhook`, or configurations as objects. */
  readonly paths?: readonly WebhookSource[];
}

/**
 * Options of a control plane for tests. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/envtest#Environment
 */
export interface TestEnvironmentOptions {
  /** Binaries to run; defaults to the result of `findTestAssets()`. */
  readonly assets?: FoundTestAssets;
  /** CustomResourceDefinitions to install at the start: files, directories or objects. */
  readonly crds?: readonly CRDSource[];
  /** Webhooks to install at the start; the test runs their server, with `webhookServerOptions`. */
  readonly webhooks?: WebhookInstallOptions;
  /** Users in addition to the administrator. */
  readonly users?: readonly TestUser[];
  /**
   * Whether to start kube-controller-manager, kube-scheduler and a simulated node too: Pods become ready without
   * containers, owned objects are garbage-collected, and namespaces end. They are one program, of the package
   * `@operator-gen/cluster-<platform>`, or at the path in `OPERATOR_GEN_CLUSTER` or in `program`. By default there are
   * none. An existing cluster has controllers of its own.
   */
  readonly controllers?: boolean | { readonly program: string };
  /** Flags of kube-apiserver that override those of the environment; undefined removes a flag. */
  readonly apiServerFlags?: Flags;
  /**
   * Milliseconds to wait for the API server, and for installed objects; defaults to the Go duration in
   * `KUBEBUILDER_CONTROLPLANE_START_TIMEOUT`, or one minute.
   */
  readonly timeoutMs?: number;
  /** Whether to use an existing cluster; by default only if `USE_EXISTING_CLUSTER` is `true`. */
  readonly useExistingCluster?: boolean;
  /** Configuration of the existing cluster; by default the same as for kubectl. */
  readonly config?: ClusterConfig;
  /** Whether to delete the CustomResourceDefinitions of `crds` when the environment stops; for an existing cluster. */
  readonly cleanUpAfterUse?: boolean;
  /**
   * Whether to show the output of etcd and kube-apiserver; by default only if `KUBEBUILDER_ATTACH_CONTROL_PLANE_OUTPUT`
   * is `true`.
   */
  readonly attachControlPlaneOutput?: boolean;
}

/** Running etcd and kube-apiserver, with controllers and a node if they were requested; or an existing cluster. */
export interface TestEnvironment extends TestCluster {
  /** Temporary directory, which is removed with the environment. */
  readonly directory: string;
  /**
   * Server options that match the address at which the API server calls the webhooks of the test: for
   * `createManager({ webhook })`.
   */
  readonly webhookServerOptions: WebhookServerOptions &
    Required<Pick<WebhookServerOptions, 'host' | 'port' | 'certDir'>>;
  /**
   * Installs CustomResourceDefinitions from files, directories or objects; returns their names once they can be used.
   */
  readonly installCRDs: (...crds: CRDSource[]) => Promise<string[]>;
  /** Deletes CustomResourceDefinitions, and every object of their kinds. */
  readonly uninstallCRDs: (...crds: CRDSource[]) => Promise<void>;
  /** Installs webhook configurations from files, directories or objects; resolves once the API server uses them. */
  readonly installWebhooks: (...configurations: WebhookSource[]) => Promise<void>;
  /** Stops the processes and removes the directory. Further calls do nothing. */
  readonly stop: () => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a control plane for tests: envtest for operators in TypeScript.
 * See https://book.kubebuilder.io/reference/envtest
 *
 * @throws Error if the binaries are missing (with the line that says how to get them), if the API server is not ready
 * in time (with the end of its log), or if a CustomResourceDefinition or webhook is rejected. No process is left
 * running in that case.
 */
export async function startTestEnvironment(options: TestEnvironmentOptions = {}): Promise<TestEnvironment> {
  return (await startEnvironment(options)).environment;
}

/** An environment, and what tests do not get of it. */
export interface StartedEnvironment {
  readonly environment: TestEnvironment;
  readonly ask: Ask;
  /** The address of the server of the environment's webhooks, and the authority that signed its certificate. */
  readonly target: WebhookTarget;
  readonly authority: CertificateAuthority;
  /** The time to wait for installed objects, in milliseconds. */
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
    controllers = false,
    apiServerFlags = {},
    config,
    cleanUpAfterUse = false,
  }: TestEnvironmentOptions,
): Promise<StartedEnvironment> {
  const { directory } = sandbox;
  const program = assetsDirectory === undefined ? undefined : controllersOf(controllers);
  // With a controller manager, each namespace has its service account, and Pods get it as in any other cluster.
  const flags = program === undefined ? apiServerFlags : { 'disable-admission-plugins': undefined, ...apiServerFlags };
  const authority = createCertificateAuthority('test-environment');
  const target = await prepareWebhookTarget(directory, authority, webhooks);
  const { cluster, ask, close }: ReachableCluster =
    assetsDirectory === undefined
      ? await useCluster(directory, { config, users })
      : await startOwnCluster(sandbox, { assetsDirectory, authority, users, apiServerFlags: flags, timeoutMs });
  const undo: (() => Promise<void>)[] = [];
  let stopped: Promise<void> | undefined;
  const stopAll = async (): Promise<void> => {
    try {
      // The environment's own control plane ends with its data, so there is nothing to undo in it.
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
    if (program !== undefined) await startControllers(sandbox, { cluster, ask, program, timeoutMs });
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

/** Returns the program with the controllers that are requested. */
function controllersOf(controllers: boolean | { readonly program: string }): string | undefined {
  if (typeof controllers === 'object') return controllers.program;
  return controllers ? findControllers() : undefined;
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
