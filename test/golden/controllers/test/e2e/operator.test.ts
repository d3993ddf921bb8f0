import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Deploys the image IMG to the cluster of the current context, and takes it away again.
const image = process.env['IMG'];
const namespace = 'ship-operator-system';

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout;
}

describe.skipIf(image === undefined)('the deployed operator', () => {
  beforeAll(() => run(process.execPath, 'hack/cluster.js', 'deploy', image!));
  afterAll(() => run(process.execPath, 'hack/cluster.js', 'undeploy', '--ignore-not-found=true'));

  it('becomes available', () => {
    const manager = ['-n', namespace, '-l', 'control-plane=controller-manager'];
    run('kubectl', 'rollout', 'status', 'deployment', ...manager, '--timeout=3m');
  });

  it('may take its leader lease and serve its metrics', () => {
    const account = `system:serviceaccount:${namespace}:ship-operator-controller-manager`;
    const may = (...access: string[]) => run('kubectl', 'auth', 'can-i', ...access, '--as', account).trim();
    expect(may('update', 'leases.coordination.k8s.io', '-n', namespace)).toBe('yes');
    expect(may('create', 'tokenreviews.authentication.k8s.io')).toBe('yes');
  });
});
