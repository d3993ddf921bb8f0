import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { createRandom } from '../../runtime/src/testing/random.js';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { buildCli, type BuiltCli } from '../cli/framework/built.js';
import { ClusterUser, killNow, listeningOf } from '../support/cluster-user.js';
import { isFull, seed } from '../support/seed.js';
import { eventually } from '../support/eventually.js';
import { story } from '../support/story.js';
import { cluster as clusterProgram, programPath } from './control-plane/programs.js';

const program = programPath(clusterProgram.name);
const available = isExecutable(program);
const run = promisify(execFile);

let built: BuiltCli;
beforeAll(async () => {
  built = await buildCli();
});
afterAll(() => built?.remove());

const loopback = '0100007F';

function listening(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen({ port: 0, host: '127.0.0.1' }, () => resolve(server));
  });
}

describe.skipIf(!available)('a cluster of a user', story, () => {
  let user: ClusterUser;
  let up: Record<string, unknown>;
  beforeAll(() => {
    user = new ClusterUser({ built });
  });
  afterAll(() => user?.remove());

  it('is created, and rolls a Deployment out', async () => {
    up = await user.json('up');
    expect(up).toMatchObject({ name: 'dev', state: 'created', context: 'operator-gen-dev', kubernetes: 'v1.36.3' });
    await user.kubectl('dev', 'create', 'deployment', 'web', '--image=nginx', '--replicas=2');
    expect(await user.kubectl('dev', 'rollout', 'status', 'deployment/web', '--timeout=60s')).toContain('rolled out');
    const reports = readFileSync(join(user.clusters, 'dev/reports.jsonl'), 'utf8').trim().split('\n');
    const parts = ['etcd', 'apiServer', 'controllerManager', 'scheduler', 'nodes', undefined];
    expect(reports.map((line) => (JSON.parse(line) as { part?: string }).part)).toEqual(parts);
  });

  it('can be used by its user alone: its folder, its address, its permissions', async () => {
    expect(statSync(join(user.clusters, 'dev')).mode & 0o077).toBe(0);
    const [pid] = user.processes();
    const addresses = listeningOf(pid!);
    expect(addresses).not.toEqual([]);
    expect(addresses.filter((address) => !address.startsWith(`${loopback}:`))).toEqual([]);
    const namespaces = `${up['server'] as string}/api/v1/namespaces`;
    const { stdout } = await run('curl', ['--silent', '--insecure', '--write-out', '%{http_code}', namespaces]);
    expect(stdout).toContain('User \\"system:anonymous\\" cannot list');
    expect(readFileSync(join(user.clusters, 'dev/audit.log'), 'utf8')).toContain('"username":"system:anonymous"');
  });

  it('is left as it is if it runs', async () => {
    const before = user.processes();
    expect(await user.json('up --nodes 1')).toMatchObject({ state: 'already running', server: up['server'] });
    expect(user.processes()).toEqual(before);
  });

  it('is not changed by a dry run', async () => {
    const before = user.processes();
    for (const words of ['up', 'up other', 'reset', 'down']) await user.json(`${words} --dry-run`);
    expect(user.processes()).toEqual(before);
    expect(await user.kubectl('dev', 'get', 'deployment', '--output=name')).toContain('deployment.apps/web');
    expect(readdirSync(user.clusters)).toEqual(['dev']);
  });

  it('has the options that it was created with', async () => {
    const { exitCode, stderr } = await user.cluster('up --nodes 3');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('error cluster-differs: the cluster dev was created with --nodes 1, not 3');
  });

  it('goes on with its data, its port and its kubeconfig after its process was killed', async () => {
    const kubeconfig = readFileSync(join(user.clusters, 'dev/kubeconfig'), 'utf8');
    process.kill(user.processes()[0]!, 'SIGKILL');
    await eventually(async () =>
      expect(await user.statusOf('dev')).toMatchObject({ state: 'stopped', reason: 'its process was killed' }),
    );
    expect(await user.json('up')).toMatchObject({ state: 'started again', server: up['server'] });
    expect(readFileSync(join(user.clusters, 'dev/kubeconfig'), 'utf8')).toBe(kubeconfig);
    expect(await user.kubectl('dev', 'get', 'deployment', '--output=name')).toContain('deployment.apps/web');
  });

  it('installs definitions before the objects of their kinds, in the namespace that kubectl would use', async () => {
    const names = { kind: 'Toy', plural: 'toys' };
    const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }];
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'toys.example.com' },
      spec: { group: 'example.com', scope: 'Namespaced', names, versions },
    };
    const toy = { apiVersion: 'example.com/v1', kind: 'Toy', metadata: { name: 'ball' } };
    const path = join(user.home.path, 'toys.yaml');
    writeFileSync(path, `${JSON.stringify(toy)}\n---\n${JSON.stringify(definition)}\n`);
    expect((await user.json(`up --install ${path}`))['installed']).toHaveLength(2);
    expect(await user.kubectl('dev', 'get', 'toys', '-n', 'default', '-o', 'name')).toContain('toy.example.com/ball');
  });

  it('soon collects what objects of a new kind own', async () => {
    const { uid } = (
      JSON.parse(await user.kubectl('dev', 'get', 'toy', 'ball', '-n', 'default', '-o', 'json')) as {
        readonly metadata: { readonly uid: string };
      }
    ).metadata;
    const owner = { apiVersion: 'example.com/v1', kind: 'Toy', name: 'ball', uid };
    const metadata = { name: 'owned', namespace: 'default', ownerReferences: [owner] };
    const path = join(user.home.path, 'owned.json');
    writeFileSync(path, JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata }));
    await user.kubectl('dev', 'apply', '-f', path);
    await user.kubectl('dev', 'delete', 'toy', 'ball', '-n', 'default');
    const owned = () => user.kubectl('dev', 'get', 'configmap', 'owned', '-n', 'default', '--ignore-not-found');
    await eventually(async () => expect(await owned()).toBe(''), 15_000);
  });

  it('says which object cannot be installed, and runs on', async () => {
    const empty = join(user.home.path, 'empty');
    mkdirSync(empty);
    expect((await user.cluster(`up --install ${empty}`)).stderr).toContain('there are no objects in it');
    const path = join(user.home.path, 'wrong.yaml');
    writeFileSync(path, 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: Not_A_Name\n');
    const { exitCode, stderr } = await user.cluster(`up --install ${path}`);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('error cluster-install-failed: ConfigMap Not_A_Name cannot be installed:');
    expect(await user.statusOf('dev')).toMatchObject({ state: 'running' });
  });

  it('has no objects after a reset, and the same kubeconfig', async () => {
    expect(await user.json('reset')).toMatchObject({ server: up['server'] });
    expect(await user.kubectl('dev', 'get', 'deployments', '-o', 'name')).toBe('');
    expect(await user.kubectl('dev', 'get', 'nodes', '-o', 'name')).toBe('node/node-1\n');
  });

  it('is not started with data of a newer version, until it is reset', async () => {
    process.kill(user.processes()[0]!, 'SIGKILL');
    const path = join(user.clusters, 'dev/cluster.json');
    const { program: _, ...description } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    writeFileSync(path, JSON.stringify({ ...description, kubernetes: 'v1.37.1' }));
    const { exitCode, stderr } = await user.cluster('up');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('data of the cluster dev is of Kubernetes v1.37.1, and the program has v1.36.3');
    await user.json('reset');
    expect(await user.json('up')).toMatchObject({ state: 'already running', kubernetes: 'v1.36.3' });
  });

  it('is added to a kubeconfig on request, and removed from it with the cluster', async () => {
    const path = join(user.home.path, 'my-config');
    writeFileSync(path, '# mine\napiVersion: v1\nkind: Config\nclusters: []\ncurrent-context: work # not yet\n', {
      mode: 0o640,
    });
    await user.json('up --merge', { KUBECONFIG: path });
    const merged = parse(readFileSync(path, 'utf8')) as { contexts: unknown[]; 'current-context': string };
    expect(merged.contexts).toHaveLength(1);
    expect(merged['current-context']).toBe('work');
    const { stdout } = await run(programPath('kubectl'), [
      `--kubeconfig=${path}`,
      '--context=operator-gen-dev',
      'get',
      'nodes',
    ]);
    expect(stdout).toContain('node-1');
    await user.json('down');
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('# mine\n');
    expect(text).toContain('current-context: work # not yet\n');
    expect(text).not.toContain('operator-gen-dev');
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it('prints its log until it is deleted', async () => {
    await user.json('up followed --without-controllers');
    const following = user.start('logs followed --audit --follow --output json');
    let said = '';
    following.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await user.kubectl('followed', 'get', 'configmaps', '-n', 'kube-public');
    await eventually(() => expect(said).toMatch(/^\{"line":.*kube-public.*\}$/m));
    await user.json('down followed');
    const { exitCode, stdout } = await following;
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout.slice(stdout.lastIndexOf('\n')))).toMatchObject({ ok: true, name: 'followed' });
  });

  it('leaves no process, no port and no file when it is deleted', async () => {
    expect(user.processes()).toEqual([]);
    expect(readdirSync(user.clusters)).toEqual([]);
    await expect(run('curl', ['--silent', '--insecure', up['server'] as string])).rejects.toMatchObject({ code: 7 });
    expect(await user.json('down')).toMatchObject({ deleted: false });
  });

  it('is deleted while its process is suspended', async () => {
    await user.json('up frozen --without-controllers');
    const [pid] = user.processes();
    process.kill(pid!, 'SIGSTOP');
    expect(await user.statusOf('frozen')).toMatchObject({ state: 'not answering' });
    await user.json('down frozen');
    expect(user.processes()).toEqual([]);
  });

  it.each(['', '{}'])('is reported and deleted if its description is %j', async (text) => {
    await user.json('up damaged --without-controllers');
    writeFileSync(join(user.clusters, 'damaged/cluster.json'), text);
    expect((await user.json('status'))['clusters']).toMatchObject([{ name: 'damaged', state: 'damaged' }]);
    expect((await user.cluster('up damaged')).stderr).toContain(
      'error cluster-damaged: the cluster damaged is damaged',
    );
    await user.json('down damaged');
    expect(user.processes()).toEqual([]);
    expect(readdirSync(user.clusters)).toEqual([]);
  });

  it.each([
    ['ends at once', 'echo "panic: no space" >&2; exit 3', 'its process ended with the exit code 3: panic: no space'],
    ['prints something else', 'echo hello; kill -9 $$', 'its process was ended by SIGKILL'],
    ['is ready, and ends', `echo '{"state":"ready","version":"v1.36.3"}'`, 'its nodes are not ready'],
  ])('is not created by a program that %s', async (_, script, reason) => {
    const path = join(user.home.path, 'program');
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const { exitCode, stderr } = await user.cluster('up wrong', { OPERATOR_GEN_CLUSTER: path });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`error cluster-failed: the cluster wrong cannot be started: ${reason}`);
    await user.json('down wrong');
    expect(readdirSync(user.clusters)).toEqual([]);
  });

  it('is deleted although a kubeconfig with its context is unusable', async () => {
    const path = join(user.home.path, 'broken-config');
    await user.json('up merged --without-controllers --merge', { KUBECONFIG: path });
    writeFileSync(path, '- not a kubeconfig\n');
    const { exitCode, stderr } = await user.cluster('down merged');
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      `warning cluster-kubeconfig: the kubeconfig ${path} cannot be changed: it is not a mapping`,
    );
    expect(readdirSync(user.clusters)).toEqual([]);
  });

  it('is created once by two commands at once', async () => {
    const both = await Promise.all([user.start('up two --output json'), user.start('up two --output json')]);
    const states = both.map(({ stdout }) => (JSON.parse(stdout) as { state: string }).state);
    expect(states.toSorted()).toEqual(['already running', 'created']);
    expect(user.processes()).toHaveLength(1);
    await user.json('down two');
  });

  it('has Pods that take their time, and Pods that fail', async () => {
    await user.json('up slow --ready-after 2s --fail app=broken --nodes 2 --capacity cpu=2');
    expect(await user.kubectl('slow', 'get', 'nodes', '-o', 'jsonpath={.items[*].status.capacity.cpu}')).toBe('2 2');
    for (const name of ['fine', 'broken']) await user.kubectl('slow', 'create', 'deployment', name, '--image=nginx');
    const phaseOf = (app: string) =>
      user.kubectl('slow', 'get', 'pods', '-l', `app=${app}`, '-o', 'jsonpath={.items[*].status.phase}');
    await eventually(async () => expect(await phaseOf('broken')).toBe('Running'));
    expect(await phaseOf('fine')).toBe('Pending');
    await user.kubectl('slow', 'rollout', 'status', 'deployment/fine', '--timeout=60s');
    expect(await user.kubectl('slow', 'get', 'pods', '-l', 'app=broken')).toMatch(/0\/1\s+CrashLoopBackOff/);
    await user.json('down slow');
  });

  it('can be etcd and the API server alone, and stops after its time', async () => {
    await user.json('up bare --without-controllers --ttl 8s');
    expect(await user.kubectl('bare', 'get', 'nodes', '-o', 'name')).toBe('');
    await user.kubectl('bare', 'run', 'pod', '--image=nginx');
    await eventually(async () =>
      expect(await user.statusOf('bare')).toMatchObject({ state: 'stopped', reason: 'ended by its lifetime of 8 s' }),
    );
    expect(user.processes()).toEqual([]);
    await user.json('down bare');
  });

  it('ends with its folder', async () => {
    await user.json('up gone --without-controllers');
    rmSync(join(user.clusters, 'gone'), { recursive: true, force: true });
    await eventually(() => expect(user.processes()).toEqual([]));
    expect(existsSync(join(user.clusters, 'gone'))).toBe(false);
  });

  it('is not left half created if it cannot be started', async () => {
    const { exitCode, stderr } = await user.cluster('up wrong --feature-gates NoSuchGate=true');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('the cluster wrong cannot be started: unrecognized feature gate: NoSuchGate');
    const server = await listening();
    const { port } = server.address() as AddressInfo;
    const taken = await user.cluster(`up taken --port ${port}`);
    server.close();
    expect(taken.stderr).toContain(`error cluster-port-taken: the port ${port} of 127.0.0.1 is in use`);
    expect(readdirSync(user.clusters)).toEqual([]);
  });
});

/** Kills in `npm run test:full`, and in every run. */
const kills = isFull ? 200 : 6;

describe.skipIf(!available)('a cluster whose commands and process are killed', () => {
  it(
    `is created and deleted all the same, and no process is left, after ${kills} kills`,
    { timeout: 1_800_000 },
    async () => {
      const user = new ClusterUser({ built });
      onTestFinished(() => user.remove());
      const random = createRandom(seed);
      const pick = <T>(...values: readonly T[]): T => random.pick(values);
      for (let done = 0; done < kills; done += 1) {
        const command = user.start(pick('up', 'up', 'up', 'reset', 'down', 'up --without-controllers'));
        const ended = command.then(({ exitCode }) => exitCode);
        await Promise.race([ended, sleep(random.below(4000))]);
        if (pick(true, false)) for (const pid of user.processes()) killNow(pid);
        if (pick(true, true, false)) command.kill('SIGKILL');
        await ended;
        expect(user.processes().length).toBeLessThanOrEqual(1);
      }
      const { exitCode, stderr } = await user.start('down');
      expect(exitCode, stderr).toBe(0);
      await eventually(() => expect(user.processes()).toEqual([]));
      expect(await user.json('up')).toMatchObject({ state: 'created' });
      await user.json('down');
      expect(user.processes()).toEqual([]);
      expect(readdirSync(user.clusters)).toEqual([]);
    },
  );
});
