// Implements `make test-e2e`, `setup-test-e2e` and `cleanup-test-e2e`: selects a cluster for the tests in test/e2e, and runs
// them there: node hack/e2e.js [test|setup|cleanup]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentsOf } from './manifests.js';
import { main, run, RunError } from './run.js';

// Installed in kind clusters if config/default needs it.
const certManager = 'https://github.com/cert-manager/cert-manager/releases/download/v1.21.2/cert-manager.yaml';

const minute = 60_000;
const placeholder = 'controller:latest';
const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
const { E2E_CONTEXT: context = '', KIND_CLUSTER: givenCluster = '', IMG: given = '' } = process.env;
const { CONTAINER_TOOL: containerTool = 'docker' } = process.env;
const image = given === placeholder ? '' : given;
/** The kind cluster of `setup-test-e2e`. */
const cluster = givenCluster || `${name}-e2e`;
/** A ConfigMap in the clusters that were created for the tests. */
const mark = ['configmap', 'created-for-e2e-tests', '--namespace=kube-system'];

const howTo = `The tests deploy the operator, and afterwards remove it with its CRDs and all their objects. Select the cluster:

  make setup-test-e2e test-e2e
      the kind cluster ${name}-e2e, which remains until make cleanup-test-e2e
  make test-e2e KIND_CLUSTER=<name>
      a kind cluster of this name, created for the tests and deleted afterwards, or created by setup-test-e2e
  make test-e2e E2E_CONTEXT=<context> IMG=<image>
      the cluster of a kubectl context, with an image that it can pull

Without make, set the same variables for npm run test:e2e, test:e2e:setup and test:e2e:cleanup.`;

function refuse(/** @type {string} */ message) {
  throw new RunError(message, 2);
}

/** Runs the tests against a context, which every kubectl call in them uses. */
async function test(/** @type {NodeJS.ProcessEnv} */ env) {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  await run(npx, ['--no', 'vitest', 'run', '--project', 'e2e'], { env, show: true, timeoutMs: 30 * minute });
}

async function testInContext() {
  if (image === '') refuse(`IMG is not set: name an image that the cluster of ${context} can pull.\n\n${howTo}`);
  // Before the tests, so that a mistyped context is one message.
  const asked = ['config', 'view', '--minify', '--output=jsonpath={.clusters[0].cluster.server}'];
  const server = await run('kubectl', [`--context=${context}`, ...asked]);
  console.log(`Context of the tests: ${context}, ${server.trim()}`);
  try {
    await test({ E2E_CONTEXT: context, IMG: image });
  } catch (error) {
    if (error instanceof RunError && error.ended) {
      console.error(
        `The operator may still be deployed: make undeploy KUBE_CONTEXT=${context} FORCE=true ignore-not-found=true`,
      );
    }
    throw error;
  }
}

/** Runs the tests in the kind cluster that setup created, or in a new one. */
async function testInKind() {
  await withKubeconfig(async (kubeconfig) => {
    const kept = await exists();
    if (kept) await readKubeconfig(kubeconfig);
    const built = image || `${name}:e2e`;
    await run(containerTool, ['build', '-t', built, '.'], { show: true, timeoutMs: 15 * minute });
    console.log(
      `Cluster of the tests: kind cluster ${cluster}, ${kept ? 'kept' : 'created now and deleted'} afterwards`,
    );
    if (!kept) await makeCluster(kubeconfig);
    try {
      if (!kept) await prepare(kubeconfig);
      await run('kind', ['load', 'docker-image', built, '--name', cluster], { show: true, timeoutMs: 5 * minute });
      await test({ E2E_CONTEXT: `kind-${cluster}`, IMG: built, KUBECONFIG: kubeconfig });
    } catch (error) {
      if (kept && error instanceof RunError && error.ended) {
        console.error(`The operator may still be deployed. make cleanup-test-e2e deletes the kind cluster ${cluster}.`);
      }
      throw error;
    } finally {
      if (!kept) await removeCluster(kubeconfig);
    }
  });
}

/** Implements `make setup-test-e2e`. */
async function setUp() {
  await withKubeconfig(async (kubeconfig) => {
    if (await exists()) await readKubeconfig(kubeconfig);
    else await makeMarkedCluster(kubeconfig);
    await prepare(kubeconfig);
  });
  console.log(`The kind cluster ${cluster} is ready. To use it with kubectl: kind export kubeconfig --name ${cluster}`);
}

/** Creates a cluster that later runs recognize. */
async function makeMarkedCluster(/** @type {string} */ kubeconfig) {
  await makeCluster(kubeconfig);
  try {
    await kubectl(kubeconfig, ['create', ...mark]);
  } catch (error) {
    await removeCluster(kubeconfig);
    throw error;
  }
}

/** Implements `make cleanup-test-e2e`. */
async function cleanUp() {
  if (!(await exists())) {
    console.log(`There is no kind cluster ${cluster}.`);
    return;
  }
  await withKubeconfig(async (kubeconfig) => {
    await readKubeconfig(kubeconfig);
    // kind also removes its context from the kubeconfig of the user.
    await run('kind', ['delete', 'cluster', '--name', cluster], { show: true, timeoutMs: 3 * minute });
  });
}

async function exists() {
  return (await run('kind', ['get', 'clusters'])).split('\n').includes(cluster);
}

/** Does something with a kubeconfig of its own: the current context of the user does not change. */
async function withKubeconfig(/** @type {(kubeconfig: string) => Promise<void>} */ action) {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-'));
  try {
    await action(join(folder, 'kubeconfig'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs kubectl in the kind cluster, and shows its output if it is not returned. */
function kubectl(/** @type {string} */ kubeconfig, /** @type {string[]} */ args, show = true) {
  return run('kubectl', args, { env: { KUBECONFIG: kubeconfig }, show, timeoutMs: 5 * minute });
}

/** Writes the kubeconfig of an existing cluster, and refuses clusters that were not created for the tests. */
async function readKubeconfig(/** @type {string} */ kubeconfig) {
  const text = await run('kind', ['get', 'kubeconfig', '--name', cluster]);
  writeFileSync(kubeconfig, text, { mode: 0o600 });
  const found = await kubectl(kubeconfig, ['get', ...mark, '--ignore-not-found', '--output=name'], false);
  if (found.trim() === '') {
    refuse(
      `The kind cluster ${cluster} already exists, and was not created by setup-test-e2e. Choose another KIND_CLUSTER.`,
    );
  }
}

/** Installs cert-manager if the manifests need it. */
async function prepare(/** @type {string} */ kubeconfig) {
  const manifests = await run('kubectl', ['kustomize', 'config/default']);
  if (!documentsOf(manifests).some(({ group }) => group === 'cert-manager.io')) return;
  await kubectl(kubeconfig, ['apply', '--server-side', '-f', certManager]);
  const limit = ['--timeout=4m'];
  await kubectl(kubeconfig, [
    'wait',
    '--for=condition=Available',
    'deployments',
    '--all',
    '-n',
    'cert-manager',
    ...limit,
  ]);
  // Until then, the API server cannot ask the webhook of cert-manager.
  const bundle = '--for=jsonpath={.webhooks[0].clientConfig.caBundle}';
  await kubectl(kubeconfig, ['wait', bundle, 'validatingwebhookconfiguration/cert-manager-webhook', ...limit]);
}

async function makeCluster(/** @type {string} */ kubeconfig) {
  const args = ['create', 'cluster', '--name', cluster, '--kubeconfig', kubeconfig, '--wait', '3m'];
  try {
    await run('kind', args, { show: true, timeoutMs: 10 * minute });
  } catch (error) {
    // kind cleans up after its own failures, but not after a kind process that was stopped here.
    if (error instanceof RunError && error.ended) await removeCluster(kubeconfig);
    throw error;
  }
}

async function removeCluster(/** @type {string} */ kubeconfig) {
  const args = ['delete', 'cluster', '--name', cluster, '--kubeconfig', kubeconfig];
  await run('kind', args, { show: true, timeoutMs: 3 * minute, cleanUp: true });
}

/** Implements `make test-e2e`. */
async function testAnywhere() {
  if (context !== '' && givenCluster !== '') refuse(howTo);
  if (context !== '') return testInContext();
  // Without a name, only the cluster of setup-test-e2e is used. kind may not be installed.
  if (givenCluster === '' && !(await exists().catch(() => false))) refuse(howTo);
  return testInKind();
}

const verbs = new Map([
  ['test', testAnywhere],
  ['setup', setUp],
  ['cleanup', cleanUp],
]);

await main(async () => {
  const chosen = verbs.get(process.argv[2] ?? 'test');
  if (chosen === undefined) return refuse('usage: node hack/e2e.js [test|setup|cleanup]');
  await chosen();
});
