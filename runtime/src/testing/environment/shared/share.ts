import {
  existingClusterIsAsked,
  startEnvironment,
  type StartedEnvironment,
  type TestEnvironmentOptions,
} from '../environment.js';
import type { TestUser } from '../users.js';
import type { WebhookTargetOptions } from '../webhook-target.js';
import { startConversionRelay, type ConversionRelay } from './conversion-relay.js';
import { coverClusterScoped } from './namespaced-webhooks.js';
import { addressVariable, type ClusterSettings, type SharedHost } from './protocol.js';
import { serveHost } from './serve-host.js';
import { createSharedCRDs, type SharedCRDs } from './shared-crds.js';

/** Options of the environment of a run. */
export interface ShareTestEnvironmentOptions extends Pick<
  TestEnvironmentOptions,
  'assets' | 'apiServerFlags' | 'timeoutMs' | 'attachControlPlaneOutput'
> {
  /**
   * The address to which the API server sends conversion requests, which are forwarded to the servers of the test
   * files.
   */
  readonly webhooks?: WebhookTargetOptions;
  /** Whether to delete the CustomResourceDefinitions of all test files at the end; for an existing cluster. */
  readonly cleanUpAfterUse?: boolean;
}

/** An environment for all test files of a run. */
export interface SharedTestEnvironment {
  /**
   * Reads and installs CustomResourceDefinitions again when files request them next, and retries a failed start. Call
   * it in watch mode, before tests run again.
   */
  readonly reload: () => void;
  /** Stops the environment, if it was started. Calling it again does nothing. */
  readonly stop: () => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Shares one environment among the test files of a run: call it in the global setup of the test runner. It starts when
 * the first file calls `joinTestEnvironment`, so that tests without an API server do not wait for one. If it cannot
 * start, the files that join it fail.
 *
 * @throws Error when an environment is shared already
 */
export async function shareTestEnvironment(options: ShareTestEnvironmentOptions = {}): Promise<SharedTestEnvironment> {
  if (process.env[addressVariable]) throw new Error('a test environment is shared already: stop that one first');
  const run = startOnDemand(options);
  const served = await serveHost(run.host);
  process.env[addressVariable] = served.address;
  const stopAll = async (): Promise<void> => {
    delete process.env[addressVariable];
    await served.close();
    await run.stop();
  };
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= stopAll());
  return { reload: () => run.reload(), stop, [Symbol.asyncDispose]: stop };
}

interface Running extends StartedEnvironment {
  readonly relay: ConversionRelay;
}

interface RunOnDemand {
  readonly host: SharedHost;
  reload(): void;
  stop(): Promise<void>;
}

function startOnDemand({ cleanUpAfterUse = false, ...options }: ShareTestEnvironmentOptions): RunOnDemand {
  const exists = existingClusterIsAsked();
  const crds = createSharedCRDs();
  const addUser = usersOnce();
  let starting: Promise<Running> | undefined;
  const running = (): Promise<Running> => (starting ??= start(options));
  return {
    host: {
      join: async (settings) => {
        const started = await running();
        if (exists) return joinExisting(started, crds, settings);
        const { environment, ask } = started;
        const joins =
          !(await coverClusterScoped(ask, settings.webhooks)) && (await crds.install(started, settings.crds));
        return joins ? { kubeconfig: environment.kubeconfigPath } : null;
      },
      addUser: async (user) => addUser(await running(), user),
      addConversionServer: async (server) => (await running()).relay.addConversionServer(server),
      removeConversionServer: async (namespace) => (await running()).relay.removeConversionServer(namespace),
    },
    reload: () => {
      crds.forget();
      void starting?.catch(() => (starting = undefined));
    },
    stop: async () => {
      const started = await starting?.catch(() => undefined);
      if (started === undefined) return;
      const { environment, relay } = started;
      try {
        if (cleanUpAfterUse) await environment.uninstallCRDs(...[...crds.names].map(definitionOf));
        await relay.close();
      } finally {
        await environment.stop();
      }
    },
  };
}

/** Joins an existing cluster. A file cannot get a separate one, so it fails only if it requires one. */
async function joinExisting(to: StartedEnvironment, crds: SharedCRDs, settings: ClusterSettings): Promise<object> {
  if (await crds.install(to, settings.crds)) return {};
  throw new Error('another test file has installed a CustomResourceDefinition of the same name that differs');
}

async function start(options: TestEnvironmentOptions): Promise<Running> {
  const started = await startEnvironment(options);
  try {
    return { ...started, relay: await startConversionRelay(started.target) };
  } catch (error) {
    await started.environment.stop();
    throw error;
  }
}

function definitionOf(name: string): object {
  return { kind: 'CustomResourceDefinition', metadata: { name } };
}

/** Files are independent of each other, so two can have a user of the same name. */
function usersOnce(): (to: StartedEnvironment, user: TestUser) => Promise<string> {
  const added = new Map<string, Promise<string>>();
  return ({ environment }, { name, groups = [] }) => {
    const key = JSON.stringify([name, groups]);
    const kubeconfig = added.get(key) ?? environment.addUser({ name, groups });
    added.set(key, kubeconfig);
    return kubeconfig;
  };
}
