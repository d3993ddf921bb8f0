import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../hack/run.js';

// Deploys the image IMG to the cluster of the context E2E_CONTEXT, and removes it afterwards. `npm run test:e2e` sets both.
const context = process.env['E2E_CONTEXT'] ?? '';
const image = process.env['IMG'] ?? '';
const namespace = 'yard-operator-system';

/** Runs kubectl. A program that exceeds its time limit is stopped, with all its child processes. */
function kubectl(...args: string[]): Promise<string> {
  return run('kubectl', [`--context=${context}`, ...args], { timeoutMs: 200_000 });
}

function cluster(...args: string[]): Promise<string> {
  const script = ['hack/cluster.js', ...args, `--context=${context}`];
  return run(process.execPath, script, { timeoutMs: 540_000, show: true });
}

describe.skipIf(context === '' || image === '')('the deployed operator', () => {
  let deployed = false;

  beforeAll(async () => {
    // An existing deployment would be removed at the end.
    await cluster('unused');
    deployed = true;
    await cluster('deploy', image);
  });
  afterAll(async () => {
    if (deployed) await cluster('undeploy', '--force', '--ignore-not-found=true');
  });

  it('becomes available', async () => {
    const manager = ['-n', namespace, '-l', 'control-plane=controller-manager'];
    await kubectl('rollout', 'status', 'deployment', ...manager, '--timeout=3m');
  });

  it('can acquire its leader lease and serve metrics', async () => {
    const account = `system:serviceaccount:${namespace}:yard-operator-controller-manager`;
    const may = async (...access: string[]) => (await kubectl('auth', 'can-i', ...access, '--as', account)).trim();
    expect(await may('update', 'leases.coordination.k8s.io', '-n', namespace)).toBe('yes');
    expect(await may('create', 'tokenreviews.authentication.k8s.io')).toBe('yes');
  });
});
