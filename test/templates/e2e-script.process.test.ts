import { spawnSync } from 'node:child_process';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { addProgram, stubProject } from './stub-cluster.js';

/** A program that writes down how it is called, and then does what `then` says. */
const noting = (name: string, then = ''): string => `#!/bin/sh
echo "${name} $*" >> programs
${then}
`;

/** A new project with stubs of kind, docker and npx: the last of them stands for the tests. */
async function project({ clusters = 'other', kind = '', npx = '' } = {}) {
  const stub = await stubProject();
  const getClusters = `case "$1 $2" in "get clusters") printf '%s\\n' ${clusters};; esac\n${kind}`;
  addProgram(stub.root, 'kind', noting('kind', getClusters));
  addProgram(stub.root, 'docker', noting('docker'));
  addProgram(stub.root, 'npx', noting('npx', `echo "tests $E2E_CONTEXT $IMG $KUBECONFIG" >> programs\n${npx}`));
  const programs = (): string[] =>
    stub
      .read('programs')
      .replaceAll(/\S*\/e2e-\w+\//g, '<folder>/')
      .split('\n')
      .filter(Boolean);
  const run = (env: NodeJS.ProcessEnv) =>
    stub.script('hack/e2e.js', [], { E2E_CONTEXT: '', KIND_CLUSTER: '', IMG: '', CONTAINER_TOOL: 'docker', ...env });
  return { ...stub, run, programs };
}

const create = 'kind create cluster --name mine --kubeconfig <folder>/kubeconfig --wait 3m';
const remove = 'kind delete cluster --name mine --kubeconfig <folder>/kubeconfig';

describe.skipIf(process.platform === 'win32')('hack/e2e.js', () => {
  it.each([
    [{}, 'Select the cluster'],
    [{ IMG: 'op:1' }, 'make test-e2e KIND_CLUSTER='],
    [{ E2E_CONTEXT: 'a', KIND_CLUSTER: 'b', IMG: 'op:1' }, 'make test-e2e E2E_CONTEXT='],
    // What the Makefile sets where nobody says anything.
    [{ E2E_CONTEXT: 'a', IMG: 'controller:latest' }, 'IMG is not set'],
    [{ KIND_CLUSTER: 'other' }, 'The kind cluster other already exists'],
  ])('refuses %j, and touches nothing', async (env, message) => {
    const { run, programs, calls } = await project();
    const { exitCode, stderr } = await run(env);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(programs().filter((line) => line !== 'kind get clusters')).toEqual([]);
    expect(calls()).toEqual([]);
  });

  it('runs the tests in the given context', async () => {
    const { script, programs } = await project();
    const { stdout } = await script('hack/e2e.js', [], { E2E_CONTEXT: 'a', IMG: 'op:1' });
    expect(stdout).toContain('Context of the tests: a');
    expect(programs()).toEqual(['npx --no vitest run --project e2e', expect.stringMatching(/^tests a op:1 ?/)]);
  });

  it.skipIf(spawnSync('make', ['--version']).status !== 0)('is what make calls, which sets IMG always', async () => {
    const { root, programs } = await project();
    const env = { ...process.env, E2E_CONTEXT: '', KIND_CLUSTER: '' };
    const refused = await execa('make', ['test-e2e'], { cwd: root, env, reject: false });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('Select the cluster');
    expect(programs()).toEqual([]);
  });

  it('makes a cluster with a kubeconfig of its own, and removes it', async () => {
    const { run, programs } = await project();
    const { exitCode, stdout } = await run({
      KIND_CLUSTER: 'mine',
      IMG: 'controller:latest',
      KUBECONFIG: '/of/the/user',
    });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('kind cluster mine');
    expect(programs()).toEqual([
      'kind get clusters',
      'docker build -t webserver-operator:e2e .',
      create,
      'kind load docker-image webserver-operator:e2e --name mine',
      'npx --no vitest run --project e2e',
      'tests kind-mine webserver-operator:e2e <folder>/kubeconfig',
      remove,
    ]);
  });

  it('removes its cluster when the tests fail, and ends as they end', async () => {
    const { run, programs } = await project({ npx: 'exit 3' });
    expect((await run({ KIND_CLUSTER: 'mine' })).exitCode).toBe(3);
    expect(programs().at(-1)).toBe(remove);
  });

  it('does not remove a cluster that kind refused to make: someone else was faster', async () => {
    const { run, programs } = await project({ kind: '[ "$1" != create ]' });
    expect((await run({ KIND_CLUSTER: 'mine' })).exitCode).toBe(1);
    expect(programs().at(-1)).toBe(create);
  });

  it.each([
    ['the cluster is made', { kind: '[ "$1" != create ] || exec sleep 60' }, create],
    ['the tests run, which ignore it', { npx: 'trap "" INT; sleep 60 & wait; sleep 60' }, 'tests kind-mine'],
  ])('ends everything and removes its cluster when it is interrupted while %s', async (_, stubs, reached) => {
    const { run, programs } = await project(stubs);
    const running = run({ KIND_CLUSTER: 'mine' });
    await eventually(() => expect(programs().some((line) => line.startsWith(reached))).toBe(true), 20_000);
    running.kill('SIGINT');
    const { exitCode } = await running;
    expect(exitCode).toBe(130);
    expect(programs().at(-1)).toBe(remove);
  });

  it('says how to remove what an interrupted test may have left in the cluster of a context', async () => {
    const { run, programs } = await project({ npx: 'exec sleep 60' });
    const running = run({ E2E_CONTEXT: 'here', IMG: 'op:1' });
    await eventually(() => expect(programs()).toHaveLength(2), 20_000);
    running.kill('SIGTERM');
    const { exitCode, stderr } = await running;
    expect(exitCode).toBe(143);
    expect(stderr).toContain('make undeploy KUBE_CONTEXT=here FORCE=true');
  });
});
