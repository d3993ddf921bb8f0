import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { addProgram, stubProject, usualManifests } from './stub-cluster.js';

/** A program that writes down how it is called, and then does what `then` says. */
const noting = (name: string, then = ''): string => `#!/bin/sh
echo "${name} $*" >> programs
${then}
`;

/** A new project with stubs of kind, docker and npx: the last of them stands for the tests. */
async function project({ clusters = 'other', kind = '', npx = '', marked = false, manifests = usualManifests } = {}) {
  const contexts = { here: 'https://here', a: 'https://a' };
  const stub = await stubProject({
    contexts,
    manifests,
    crds: marked ? { configmap: [{ name: 'created-for-e2e-tests' }] } : {},
  });
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
    stub.runWith(['e2e', 'test'], { E2E_CONTEXT: '', KIND_CLUSTER: '', IMG: '', CONTAINER_TOOL: 'docker', ...env });
  /** The calls of kubectl that change something. */
  const asked = (): string[] =>
    stub.calls().flatMap(({ args }) => (['get', 'kustomize'].includes(args[0]!) ? [] : [args.join(' ')]));
  return { ...stub, run, programs, asked };
}

const read = (line: string): boolean => line.startsWith('kind get ');

const create = 'kind create cluster --name mine --kubeconfig <folder>/kubeconfig --wait 3m';
const remove = 'kind delete cluster --name mine --kubeconfig <folder>/kubeconfig';

describe.skipIf(process.platform === 'win32')('operator-gen-cluster e2e', () => {
  it.each([
    [{}, 'Select the cluster'],
    [{ IMG: 'op:1' }, 'make test-e2e KIND_CLUSTER='],
    [{ E2E_CONTEXT: 'a', KIND_CLUSTER: 'b', IMG: 'op:1' }, 'make test-e2e E2E_CONTEXT='],
    [{ E2E_CONTEXT: 'a', KIND_CLUSTER: 'other', IMG: 'op:1' }, 'make setup-test-e2e test-e2e'],
    // What the Makefile sets where nobody says anything.
    [{ E2E_CONTEXT: 'a', IMG: 'controller:latest' }, 'IMG is not set'],
    [{ KIND_CLUSTER: 'other' }, 'The kind cluster other already exists'],
  ])('refuses %j, and touches nothing', async (env, message) => {
    const { run, programs, asked } = await project();
    const { exitCode, stderr } = await run(env);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(programs().filter((line) => !read(line))).toEqual([]);
    expect(asked()).toEqual([]);
  });

  it('runs the tests in the given context', async () => {
    const { runWith, programs } = await project();
    const { stdout } = await runWith(['e2e', 'test'], { E2E_CONTEXT: 'a', IMG: 'op:1' });
    expect(stdout).toContain('Context of the tests: a');
    expect(programs()).toEqual(['npx --no vitest run --project e2e', expect.stringMatching(/^tests a op:1 ?/)]);
  });

  it('runs no tests in a context that does not exist', async () => {
    const { runWith, programs } = await project();
    const { exitCode, stderr } = await runWith(['e2e', 'test'], { E2E_CONTEXT: 'typo', IMG: 'op:1' });
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: 'error: context "typo" does not exist' });
    expect(programs()).toEqual([]);
  });

  it.skipIf(spawnSync('make', ['--version']).status !== 0)('is what make calls, which sets IMG always', async () => {
    const { root, programs } = await project();
    const env = {
      ...process.env,
      E2E_CONTEXT: '',
      KIND_CLUSTER: '',
      PATH: `${join(root, 'bin')}${delimiter}${process.env['PATH']}`,
    };
    const refused = await execa('make', ['test-e2e'], { cwd: root, env, reject: false });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('Select the cluster');
    expect(programs()).toEqual(['kind get clusters']);
    const cleaned = await execa('make', ['cleanup-test-e2e'], { cwd: root, env });
    expect(cleaned.stdout).toContain('There is no kind cluster webserver-operator-e2e.');
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

  it('setup makes a marked cluster once, test keeps it, and cleanup removes it', async () => {
    const fresh = await project();
    expect(await fresh.runWith(['e2e', 'setup'], { KIND_CLUSTER: '' })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('kind export kubeconfig --name webserver-operator-e2e'),
    });
    expect(fresh.programs().at(-1)).toBe(create.replace('mine', 'webserver-operator-e2e'));
    expect(fresh.asked()).toEqual(['create configmap created-for-e2e-tests --namespace=kube-system']);

    const { run, runWith, programs, asked } = await project({ clusters: 'webserver-operator-e2e', marked: true });
    expect(await runWith(['e2e', 'setup'], { KIND_CLUSTER: '' })).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout } = await run({});
    expect(exitCode).toBe(0);
    expect(stdout).toContain('kind cluster webserver-operator-e2e, kept afterwards');
    expect(programs().filter((line) => !read(line))).toEqual([
      'docker build -t webserver-operator:e2e .',
      'kind load docker-image webserver-operator:e2e --name webserver-operator-e2e',
      'npx --no vitest run --project e2e',
      'tests kind-webserver-operator-e2e webserver-operator:e2e <folder>/kubeconfig',
    ]);
    expect(await runWith(['e2e', 'cleanup'], { KIND_CLUSTER: '' })).toMatchObject({ exitCode: 0 });
    expect(programs().at(-1)).toBe('kind delete cluster --name webserver-operator-e2e');
    expect(asked()).toEqual([]);
  });

  it.each(['setup', 'cleanup', 'test'])('%s refuses a cluster that setup did not create', async (verb) => {
    const { runWith, programs, asked } = await project({ clusters: 'mine' });
    const { exitCode, stderr } = await runWith(['e2e', verb], { KIND_CLUSTER: 'mine', E2E_CONTEXT: '' });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('The kind cluster mine already exists, and was not created by setup-test-e2e.');
    expect(programs().filter((line) => !read(line))).toEqual([]);
    expect(asked()).toEqual([]);
  });

  it('installs cert-manager in a kind cluster only if the manifests need it', async () => {
    const issuer = 'apiVersion: cert-manager.io/v1\nkind: Issuer\nmetadata:\n  name: test-selfsigned-issuer\n';
    const { runWith, asked } = await project({ manifests: `${usualManifests}---\n${issuer}` });
    expect(await runWith(['e2e', 'setup'], { KIND_CLUSTER: 'mine' })).toMatchObject({ exitCode: 0 });
    expect(asked()).toEqual([
      'create configmap created-for-e2e-tests --namespace=kube-system',
      expect.stringMatching(
        /^apply --server-side -f https:\/\/github\.com\/cert-manager\/\S+\/v[\d.]+\/cert-manager\.yaml$/,
      ),
      'wait --for=condition=Available deployments --all -n cert-manager --timeout=4m',
      expect.stringMatching(/^wait --for=jsonpath=\S+caBundle\} validatingwebhookconfiguration\/cert-manager-webhook /),
    ]);
  });

  it('says how to remove what an interrupted test may have left in the cluster of setup', async () => {
    const { run, programs } = await project({ clusters: 'mine', marked: true, npx: 'exec sleep 60' });
    const running = run({ KIND_CLUSTER: 'mine' });
    await eventually(() => expect(programs().at(-1)).toMatch(/^tests /), 20_000);
    running.kill('SIGTERM');
    const { exitCode, stderr } = await running;
    expect(exitCode).toBe(143);
    expect(stderr).toContain('make cleanup-test-e2e deletes the kind cluster mine');
    expect(programs().at(-1)).toMatch(/^tests /);
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
