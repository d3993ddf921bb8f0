import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { createRandom } from '../../runtime/src/testing/random.js';
import { buildCli, type BuiltCli } from '../cli/framework/built.js';
import { ClusterUser, killNow, listeningOf } from '../support/cluster-user.js';
import { eventually } from '../support/eventually.js';
import { isFull, seed } from '../support/seed.js';
import { story } from '../support/story.js';
import { cluster as clusterProgram, programPath } from './control-plane/programs.js';

const apiServer = programPath('kube-apiserver');
const own = programPath(clusterProgram.name);
const available = [apiServer, programPath('etcd'), own].every(isExecutable);

let built: BuiltCli;
beforeAll(async () => {
  built = await buildCli();
});
afterAll(() => built?.remove());

/** A user whose operator-gen-cluster is of another version than the programs for tests. */
function userOfOther(): ClusterUser {
  const user = new ClusterUser({ built, isBuilt: true, env: { KUBEBUILDER_ASSETS: dirname(apiServer) } });
  const OPERATOR_GEN_CLUSTER = join(user.home.path, 'operator-gen-cluster');
  writeFileSync(OPERATOR_GEN_CLUSTER, '#!/bin/sh\necho v1.40.0\n', { mode: 0o755 });
  Object.assign(user.env, { OPERATOR_GEN_CLUSTER });
  return user;
}

describe.skipIf(!available)('a cluster of another version of Kubernetes', story, () => {
  let user: ClusterUser;
  let up: Record<string, unknown>;
  beforeAll(() => {
    user = userOfOther();
  });
  afterAll(() => user?.remove());

  const lock = (): string => readFileSync(join(user.clusters, 'dev/settings.json.lock'), 'utf8');
  /** The process IDs of the supervisor, of etcd and of kube-apiserver. */
  const recorded = (): readonly number[] => lock().trim().split('\n').map(Number);
  const deployments = () => user.kubectl('dev', 'get', 'deployments', '-o', 'name');

  it('is created from etcd and kube-apiserver, and says that it has no controllers', async () => {
    const { stdout } = await user.cluster('up --kubernetes 1.36');
    expect(stdout).toContain('\nwithout controllers: no Pods, no garbage collection\n');
    up = await user.json('up');
    expect(up).toMatchObject({ state: 'already running', kubernetes: 'v1.36.3', controllers: false });
    await user.kubectl('dev', 'create', 'deployment', 'web', '--image=nginx');
    expect(await deployments()).toBe('deployment.apps/web\n');
    expect(await user.statusOf('dev')).toMatchObject({ state: 'running', controllers: false, nodes: 0 });
    expect(new Set(user.processes())).toEqual(new Set(recorded()));
    expect(recorded()).toHaveLength(3);
  });

  it('listens on one port, of this machine', () => {
    const port = Number(new URL(up['server'] as string).port)
      .toString(16)
      .toUpperCase()
      .padStart(4, '0');
    expect(user.processes().flatMap(listeningOf)).toEqual([`0100007F:${port}`]);
  });

  it('keeps its version, and refuses what requires controllers', async () => {
    expect(await user.json('up --kubernetes 1.36.3')).toMatchObject({ state: 'already running' });
    const other = await user.cluster('up --kubernetes 1.33');
    expect(other.stderr).toContain('the cluster dev was created with --kubernetes 1.36.3, not 1.33');
    for (const flag of ['--nodes 2', '--capacity cpu=2', '--ready-after 5s', '--fail app=x']) {
      const { exitCode, stderr } = await user.cluster(`up two --kubernetes 1.36 ${flag}`);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('it requires controllers, and Kubernetes 1.36 runs without them');
    }
    const missing = await user.cluster('up two --kubernetes 1.33');
    expect(missing.stderr).toContain(`KUBEBUILDER_ASSETS is ${dirname(apiServer)}, which has Kubernetes v1.36.3`);
    expect(readdirSync(user.clusters)).toEqual(['dev']);
  });

  it('leaves no process when its supervisor is killed, and goes on with its data and its port', async () => {
    killNow(recorded()[0]!);
    await eventually(() => expect(user.processes()).toEqual([]));
    expect(await user.statusOf('dev')).toMatchObject({ state: 'stopped', reason: 'its process was killed' });
    expect(await user.json('up')).toMatchObject({ state: 'started again', server: up['server'], controllers: false });
    expect(await deployments()).toBe('deployment.apps/web\n');
  });

  it('starts again at once after all of its processes were killed', async () => {
    for (const pid of recorded()) killNow(pid);
    expect(await user.json('up')).toMatchObject({ state: 'started again', server: up['server'] });
    expect(user.processes()).toHaveLength(3);
    expect(await deployments()).toBe('deployment.apps/web\n');
  });

  it('ends with its API server', async () => {
    killNow(recorded()[2]!);
    await eventually(() => expect(user.processes()).toEqual([]));
    const { state, reason } = await user.statusOf('dev');
    expect(state).toBe('stopped');
    expect(reason).toContain('apiServer: it was ended by SIGKILL');
    await user.json('up');
  });

  it('has no objects after a reset, installs manifests, and has logs', async () => {
    expect(await user.json('reset')).toMatchObject({ server: up['server'], kubernetes: 'v1.36.3' });
    expect(await deployments()).toBe('');
    const path = join(user.home.path, 'map.yaml');
    writeFileSync(path, 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: map\n');
    const config = join(user.home.path, 'my-config');
    const installed = await user.json(`up --install ${path} --merge`, { KUBECONFIG: config });
    expect(installed).toMatchObject({ installed: ['ConfigMap map'], merged: [config] });
    expect((await user.cluster('logs --audit')).stdout).toContain('"resource":"configmaps"');
    expect((await user.cluster('logs')).stdout).not.toBe('');
  });

  it('leaves no process and no file when it is deleted, even while its supervisor is suspended', async () => {
    process.kill(recorded()[0]!, 'SIGSTOP');
    await user.json('down');
    expect(user.processes()).toEqual([]);
    expect(readdirSync(user.clusters)).toEqual([]);
  });

  it('stops after its time', async () => {
    await user.json('up short --kubernetes 1.36 --ttl 8s');
    const stopped = { state: 'stopped', reason: 'ended by its lifetime of 8 s' };
    await eventually(async () => expect(await user.statusOf('short')).toMatchObject(stopped));
    expect(user.processes()).toEqual([]);
    await user.json('down short');
  });

  it('is not left half created if it cannot be started', async () => {
    const { stderr } = await user.cluster('up wrong --kubernetes 1.36 --feature-gates NoSuchGate=true');
    expect(stderr).toContain('cannot be started: apiServer: unrecognized feature gate: NoSuchGate');
    expect(user.processes()).toEqual([]);
    await user.json('down wrong');
    expect(readdirSync(user.clusters)).toEqual([]);
  });

  it('has controllers if operator-gen-cluster has the version', async () => {
    const env = { OPERATOR_GEN_CLUSTER: own };
    expect(await user.json('up full --kubernetes 1.36', env)).toMatchObject({ state: 'created', controllers: true });
    expect(await user.kubectl('full', 'get', 'nodes', '-o', 'name')).toBe('node/node-1\n');
    await user.json('down full', env);
  });
});

/** Kills in `npm run test:full`, and in every run. */
const kills = isFull ? 100 : 4;

describe.skipIf(!available)('a cluster of another version whose commands and processes are killed', () => {
  it(`leaves no process, and can be created again, after ${kills} kills`, { timeout: 1_800_000 }, async () => {
    const user = userOfOther();
    onTestFinished(() => user.remove());
    const random = createRandom(seed);
    const pick = <T>(...values: readonly T[]): T => random.pick(values);
    for (let done = 0; done < kills; done += 1) {
      const command = user.start(pick('up --kubernetes 1.36', 'up --kubernetes 1.36', 'reset', 'down'));
      const ended = command.then(({ exitCode }) => exitCode);
      await Promise.race([ended, sleep(random.below(4000))]);
      if (pick(true, false)) for (const pid of user.processes().filter(() => pick(true, false))) killNow(pid);
      if (pick(true, true, false)) command.kill('SIGKILL');
      await ended;
      await eventually(() => expect(user.processes().length).toBeLessThanOrEqual(3));
    }
    const { exitCode, stderr } = await user.cluster('down');
    expect(exitCode, stderr).toBe(0);
    await eventually(() => expect(user.processes()).toEqual([]));
    expect(await user.json('up --kubernetes 1.36')).toMatchObject({ state: 'created' });
    await user.json('down');
    expect(user.processes()).toEqual([]);
    expect(readdirSync(user.clusters)).toEqual([]);
  });
});
