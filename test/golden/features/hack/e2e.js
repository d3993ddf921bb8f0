// Implements `make test-e2e`: selects a cluster for the tests, and runs test/e2e there.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, run, RunError } from './run.js';

const minute = 60_000;
const placeholder = 'controller:latest';
const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
const { E2E_CONTEXT: context = '', KIND_CLUSTER: cluster = '', IMG: given = '' } = process.env;
const { CONTAINER_TOOL: containerTool = 'docker' } = process.env;
const image = given === placeholder ? '' : given;

const howTo = `The tests deploy the operator, and afterwards remove it with its CRDs and all their objects. Select the cluster:

  make test-e2e KIND_CLUSTER=${name}-e2e
      a kind cluster of this name, created for the tests and deleted afterwards
  make test-e2e E2E_CONTEXT=<context> IMG=<image>
      the cluster of a kubectl context, with an image that it can pull

Without make, set the same variables for npm run test:e2e.`;

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
  console.log(`Context of the tests: ${context}`);
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

/** Creates a cluster for the tests only, with its own kubeconfig: the current context of the user does not change. */
async function testInKind() {
  const clusters = (await run('kind', ['get', 'clusters'])).split('\n');
  if (clusters.includes(cluster)) {
    refuse(
      `The kind cluster ${cluster} already exists, and was not created by the tests. Choose another KIND_CLUSTER.`,
    );
  }
  const built = image || `${name}:e2e`;
  await run(containerTool, ['build', '-t', built, '.'], { show: true, timeoutMs: 15 * minute });
  const folder = mkdtempSync(join(tmpdir(), 'e2e-'));
  const kubeconfig = join(folder, 'kubeconfig');
  console.log(`Cluster of the tests: kind cluster ${cluster}, created now and deleted afterwards`);
  try {
    await makeCluster(kubeconfig);
    try {
      await run('kind', ['load', 'docker-image', built, '--name', cluster], { show: true, timeoutMs: 5 * minute });
      await test({ E2E_CONTEXT: `kind-${cluster}`, IMG: built, KUBECONFIG: kubeconfig });
    } finally {
      await removeCluster(kubeconfig);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

await main(async () => {
  if ((context === '') === (cluster === '')) refuse(howTo);
  await (cluster === '' ? testInContext() : testInKind());
});
