import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, placeholder } from './build.js';
import { localKubectl } from './cluster.js';
import { documentsOf } from './manifests.js';
import { run, RunError } from './run.js';

/** Installed in kind clusters if config/default needs it. */
const certManager = 'https://github.com/cert-manager/cert-manager/releases/download/v1.21.2/cert-manager.yaml';

const minute = 60_000;

/** The settings in the variables E2E_CONTEXT, KIND_CLUSTER, IMG and CONTAINER_TOOL, and in package.json. */
interface Settings {
  readonly name: string;
  readonly context: string;
  /** The value of KIND_CLUSTER. */
  readonly givenCluster: string;
  /** The kind cluster; that of `setup` if no name is given. */
  readonly cluster: string;
  readonly image: string;
  readonly containerTool: string;
}

function settings(): Settings {
  const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string };
  const { E2E_CONTEXT: context = '', KIND_CLUSTER: givenCluster = '', IMG: given = '' } = process.env;
  const { CONTAINER_TOOL: containerTool = 'docker' } = process.env;
  const image = given === placeholder ? '' : given;
  return { name, context, givenCluster, cluster: givenCluster || `${name}-e2e`, image, containerTool };
}

/** A ConfigMap in the clusters that were created for the tests. */
const mark = ['configmap', 'created-for-e2e-tests', '--namespace=kube-system'];

function howTo({ name }: Settings): string {
  return `The tests deploy the operator, and afterwards remove it with its CRDs and all their objects. Select the cluster:

  make setup-test-e2e test-e2e
      the kind cluster ${name}-e2e, which remains until make cleanup-test-e2e
  make test-e2e KIND_CLUSTER=<name>
      a kind cluster of this name, created for the tests and deleted afterwards, or created by setup-test-e2e
  make test-e2e E2E_CONTEXT=<context> IMG=<image>
      the cluster of a kubectl context, with an image that it can pull

Without make, set the same variables for npm run test:e2e, test:e2e:setup and test:e2e:cleanup.`;
}

function refusal(message: string): RunError {
  return new RunError(message, 2);
}

/** Implements `make test-e2e`. */
export async function test(): Promise<void> {
  const chosen = settings();
  const { context, givenCluster } = chosen;
  if (context !== '' && givenCluster !== '') throw refusal(howTo(chosen));
  if (context !== '') return testInContext(chosen);
  // Without a name, only the cluster of setup-test-e2e is used. kind may not be installed.
  if (givenCluster === '' && !(await exists(chosen).catch(() => false))) throw refusal(howTo(chosen));
  return testInKind(chosen);
}

/** Implements `make setup-test-e2e`. */
export async function setUp(): Promise<void> {
  const chosen = settings();
  await withKubeconfig(async (kubeconfig) => {
    if (await exists(chosen)) await readKubeconfig(chosen, kubeconfig);
    else await makeMarkedCluster(chosen, kubeconfig);
    await prepare(kubeconfig);
  });
  const { cluster } = chosen;
  console.log(`The kind cluster ${cluster} is ready. To use it with kubectl: kind export kubeconfig --name ${cluster}`);
}

/** Implements `make cleanup-test-e2e`. */
export async function cleanUp(): Promise<void> {
  const chosen = settings();
  const { cluster } = chosen;
  if (!(await exists(chosen))) {
    console.log(`There is no kind cluster ${cluster}.`);
    return;
  }
  await withKubeconfig(async (kubeconfig) => {
    await readKubeconfig(chosen, kubeconfig);
    // kind also removes its context from the kubeconfig of the user.
    await run('kind', ['delete', 'cluster', '--name', cluster], { show: true, timeoutMs: 3 * minute });
  });
}

/** Runs the tests against a context, which every kubectl call in them uses. */
async function runTests(env: NodeJS.ProcessEnv): Promise<void> {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  await run(npx, ['--no', 'vitest', 'run', '--project', 'e2e'], { env, show: true, timeoutMs: 30 * minute });
}

async function testInContext(chosen: Settings): Promise<void> {
  const { context, image } = chosen;
  if (image === '')
    throw refusal(`IMG is not set: name an image that the cluster of ${context} can pull.\n\n${howTo(chosen)}`);
  // Before the tests, so that a mistyped context is one message.
  const asked = ['config', 'view', '--minify', '--output=jsonpath={.clusters[0].cluster.server}'];
  const server = await run('kubectl', [`--context=${context}`, ...asked]);
  console.log(`Context of the tests: ${context}, ${server.trim()}`);
  try {
    await runTests({ E2E_CONTEXT: context, IMG: image });
  } catch (error) {
    if (error instanceof RunError && error.ended) {
      console.error(`The operator may still be deployed: make undeploy KUBE_CONTEXT=${context} FORCE=true`);
    }
    throw error;
  }
}

/** Runs the tests in the kind cluster that setup created, or in a new one. */
async function testInKind(chosen: Settings): Promise<void> {
  const { name, image, cluster, containerTool } = chosen;
  await withKubeconfig(async (kubeconfig) => {
    const kept = await exists(chosen);
    if (kept) await readKubeconfig(chosen, kubeconfig);
    const built = image || `${name}:e2e`;
    await run(containerTool, ['build', '-t', built, '.'], { show: true, timeoutMs: 15 * minute });
    console.log(
      `Cluster of the tests: kind cluster ${cluster}, ${kept ? 'kept' : 'created now and deleted'} afterwards`,
    );
    if (!kept) await makeCluster(chosen, kubeconfig);
    try {
      if (!kept) await prepare(kubeconfig);
      await run('kind', ['load', 'docker-image', built, '--name', cluster], { show: true, timeoutMs: 5 * minute });
      await runTests({ E2E_CONTEXT: `kind-${cluster}`, IMG: built, KUBECONFIG: kubeconfig });
    } catch (error) {
      if (kept && error instanceof RunError && error.ended) {
        console.error(`The operator may still be deployed. make cleanup-test-e2e deletes the kind cluster ${cluster}.`);
      }
      throw error;
    } finally {
      if (!kept) await removeCluster(chosen, kubeconfig);
    }
  });
}

/** Creates a cluster that later runs recognize. */
async function makeMarkedCluster(chosen: Settings, kubeconfig: string): Promise<void> {
  await makeCluster(chosen, kubeconfig);
  try {
    await kubectl(kubeconfig, ['create', ...mark]);
  } catch (error) {
    await removeCluster(chosen, kubeconfig);
    throw error;
  }
}

async function exists({ cluster }: Settings): Promise<boolean> {
  return (await run('kind', ['get', 'clusters'])).split('\n').includes(cluster);
}

/** Runs an action with a separate kubeconfig, so that the current context of the user does not change. */
async function withKubeconfig(action: (kubeconfig: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-'));
  try {
    await action(join(folder, 'kubeconfig'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs kubectl in the kind cluster, and shows its output if it is not returned. */
function kubectl(kubeconfig: string, args: readonly string[], show = true): Promise<string> {
  return run('kubectl', args, { env: { KUBECONFIG: kubeconfig }, show, timeoutMs: 5 * minute });
}

/** Writes the kubeconfig of an existing cluster, and rejects clusters that were not created for the tests. */
async function readKubeconfig({ cluster }: Settings, kubeconfig: string): Promise<void> {
  const text = await run('kind', ['get', 'kubeconfig', '--name', cluster]);
  writeFileSync(kubeconfig, text, { mode: 0o600 });
  const found = await kubectl(kubeconfig, ['get', ...mark, '--ignore-not-found', '--output=name'], false);
  if (found.trim() === '')
    throw refusal(
      `The kind cluster ${cluster} already exists, and was not created by setup-test-e2e. Choose another KIND_CLUSTER.`,
    );
}

/** Installs cert-manager if the manifests need it. */
async function prepare(kubeconfig: string): Promise<void> {
  if (!documentsOf(await build(localKubectl, 'config/default')).some(({ group }) => group === 'cert-manager.io'))
    return;
  await kubectl(kubeconfig, ['apply', '--server-side', '-f', certManager]);
  const limit = '--timeout=4m';
  const available = ['--for=condition=Available', 'deployments', '--all', '-n', 'cert-manager'];
  await kubectl(kubeconfig, ['wait', ...available, limit]);
  // Until then, the API server cannot ask the webhook of cert-manager.
  const bundle = '--for=jsonpath={.webhooks[0].clientConfig.caBundle}';
  await kubectl(kubeconfig, ['wait', bundle, 'validatingwebhookconfiguration/cert-manager-webhook', limit]);
}

async function makeCluster(chosen: Settings, kubeconfig: string): Promise<void> {
  const args = ['create', 'cluster', '--name', chosen.cluster, '--kubeconfig', kubeconfig, '--wait', '3m'];
  try {
    await run('kind', args, { show: true, timeoutMs: 10 * minute });
  } catch (error) {
    // kind cleans up after its own failures, but not after a kind process that was stopped here.
    if (error instanceof RunError && error.ended) await removeCluster(chosen, kubeconfig);
    throw error;
  }
}

async function removeCluster({ cluster }: Settings, kubeconfig: string): Promise<void> {
  const args = ['delete', 'cluster', '--name', cluster, '--kubeconfig', kubeconfig];
  await run('kind', args, { show: true, timeoutMs: 3 * minute, cleanUp: true });
}
