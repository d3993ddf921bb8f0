import { resolve } from 'node:path';
import { loadConfig } from '../../../configuration/load-config.js';
import type { CRDSource } from '../crds.js';
import {
  existingClusterIsAsked,
  startEnvironment,
  type StartedEnvironment,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from '../environment.js';
import { askForJson, remove, type Ask } from '../http.js';
import { readWebhooks, type WebhookConfiguration, type WebhookSource } from '../webhooks.js';
import { coverClusterScoped, inNamespace } from './namespaced-webhooks.js';
import type { SharedHost } from './protocol.js';
import { findSharedHost } from './remote-host.js';

/** The options of a test file for the environment that it joins. */
export type JoinTestEnvironmentOptions = Pick<TestEnvironmentOptions, 'crds' | 'webhooks' | 'timeoutMs'>;

/** The part of an environment that belongs to one test file. */
export interface JoinedTestEnvironment extends Pick<
  TestEnvironment,
  | 'url'
  | 'config'
  | 'kubeconfigPath'
  | 'directory'
  | 'webhookServerOptions'
  | 'addUser'
  | 'serviceAccountKubeconfig'
  | 'installWebhooks'
  | 'stop'
> {
  /** The namespace of this file. The webhooks of this file receive only requests for objects in it. */
  readonly namespace: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Joins the environment that the global setup shares, in a separate namespace. It starts a separate environment without
 * such a setup, and if the cluster-wide settings of the file would affect other files: if a CustomResourceDefinition
 * differs from an installed one, or if a webhook applies to a cluster-scoped kind.
 *
 * @throws as `startTestEnvironment` does
 */
export async function joinTestEnvironment(options: JoinTestEnvironmentOptions = {}): Promise<JoinedTestEnvironment> {
  const { crds = [], timeoutMs } = options;
  const { paths = [], ...webhooks } = options.webhooks ?? {};
  const configurations = await readWebhooks(paths);
  const time = timeoutMs === undefined ? {} : { timeoutMs };
  const host = findSharedHost();
  const guest = host && (await joinShared(host, { crds, webhooks, ...time }, configurations));
  if (guest !== undefined) return guest;
  return begin(await startEnvironment({ crds, webhooks, ...time }), configurations);
}

/** Joins the shared environment; returns undefined if the file requires its own control plane. */
async function joinShared(
  host: SharedHost,
  { crds = [], ...options }: TestEnvironmentOptions,
  configurations: readonly WebhookConfiguration[],
): Promise<JoinedTestEnvironment | undefined> {
  const answer = await host.join({ crds: crds.map(fromAnywhere), webhooks: configurations });
  if (answer === null) return undefined;
  const { kubeconfig } = answer;
  const config = await loadConfig(kubeconfig === undefined ? {} : { kubeconfig });
  const started = await startEnvironment({ ...options, useExistingCluster: true, config });
  return begin(started, configurations, { host, kubeconfig });
}

/** Returns a path as an absolute one, because the process with the environment can have another current folder. */
function fromAnywhere(source: CRDSource): CRDSource {
  return typeof source === 'string' ? resolve(source) : source;
}

/** A connection to a shared environment. */
interface Shared {
  readonly host: SharedHost;
  /** Undefined for an existing cluster. */
  readonly kubeconfig: string | undefined;
}

/**
 * Creates the namespace and everything that belongs to it.
 * @throws Error after everything was cleaned up, including the environment
 */
async function begin(
  started: StartedEnvironment,
  configurations: readonly WebhookConfiguration[],
  shared?: Shared,
): Promise<JoinedTestEnvironment> {
  const { environment, ask } = started;
  const undo: (() => Promise<void>)[] = [environment.stop];
  const stop = stopOnce(undo);
  try {
    const namespace = await createNamespace(ask);
    // A namespace is only deleted if controllers are running.
    if (existingClusterIsAsked()) undo.push(() => remove(ask, `/api/v1/namespaces/${namespace}`));
    if (shared !== undefined) undo.push(await serveConversions(started, shared, namespace));
    const installWebhooks = async (...given: WebhookSource[]): Promise<void> => {
      const more = await readWebhooks(given);
      if (shared?.kubeconfig !== undefined && (await coverClusterScoped(ask, more))) throw new Error(notLater);
      await install(environment, more, namespace);
    };
    await install(environment, configurations, namespace);
    return joined(environment, { namespace, installWebhooks, stop }, shared);
  } catch (error) {
    await stop();
    throw error;
  }
}

const notLater =
  'a webhook that covers cluster-scoped objects cannot be installed in a shared environment: name it in `webhooks.paths` of ' +
  'joinTestEnvironment, which then starts one for this file';

type Own = Pick<JoinedTestEnvironment, 'namespace' | 'installWebhooks' | 'stop'>;

function joined(environment: TestEnvironment, own: Own, shared: Shared | undefined): JoinedTestEnvironment {
  const { url, config, directory, webhookServerOptions, addUser, serviceAccountKubeconfig } = environment;
  return {
    ...{ url, config, directory, webhookServerOptions, serviceAccountKubeconfig, ...own },
    // Several files can use an existing cluster, and only the file that requires its own one fails.
    get kubeconfigPath() {
      return shared?.kubeconfig ?? environment.kubeconfigPath;
    },
    addUser: shared?.kubeconfig === undefined ? addUser : (user) => shared.host.addUser(user),
    [Symbol.asyncDispose]: own.stop,
  };
}

async function install(
  { installWebhooks }: TestEnvironment,
  configurations: readonly WebhookConfiguration[],
  namespace: string,
): Promise<void> {
  const confined = configurations.map((each) => inNamespace(each, namespace));
  if (confined.length > 0) await installWebhooks(...confined);
}

async function createNamespace(ask: Ask): Promise<string> {
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { generateName: 'test-' } };
  const path = '/api/v1/namespaces';
  const { metadata } = await askForJson<{ readonly metadata: { readonly name: string } }>(ask, {
    ...{ method: 'POST', path, body },
  });
  return metadata.name;
}

/** Forwards conversion requests to the server that this file can start. Returns a function that ends this. */
async function serveConversions(
  { target, authority }: StartedEnvironment,
  { host }: Shared,
  namespace: string,
): Promise<() => Promise<void>> {
  const { url } = target.clientConfig('/convert');
  await host.addConversionServer({ namespace, url, certificateAuthority: authority.cert });
  return () => host.removeConversionServer(namespace);
}

/** Calls the functions in `undo`, the last one first, and each even if another one fails. */
function stopOnce(undo: readonly (() => Promise<void>)[]): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const from = async (index: number): Promise<void> => {
    try {
      await undo[index]?.();
    } finally {
      if (index > 0) await from(index - 1);
    }
  };
  return () => (stopped ??= from(undo.length - 1));
}
