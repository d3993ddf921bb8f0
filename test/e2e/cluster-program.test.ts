import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { simulatedNode } from '../../runtime/src/testing/environment/controllers.js';
import { toArguments } from '../../runtime/src/testing/environment/flags.js';
import { writeKubeconfig } from '../../runtime/src/testing/environment/kubeconfig.js';
import { executableName } from '../../runtime/src/testing/environment/platform.js';
import { freePort } from '../../runtime/src/testing/environment/ports.js';
import { admin, makeTokens, tokenFile } from '../../runtime/src/testing/environment/users.js';
import { makeCertificate } from '../support/certificate.js';
import { eventually } from '../support/eventually.js';
import { story } from '../support/story.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { cluster } from './control-plane/programs.js';
import { sharedControlPlane } from './control-plane/shared.js';

const shared = await sharedControlPlane();
const program = shared.available ? join(shared.info.assetsDirectory, executableName(cluster.name)) : '';

/** A line of the program's output: `upstream/cluster/main.go`. */
interface Report {
  readonly part?: string;
  readonly state: 'ready' | 'failed' | 'ended';
  readonly reason?: string;
}

interface Running {
  readonly process: ChildProcess;
  readonly reports: readonly Report[];
  readonly ended: Promise<number | null>;
}

/** Runs the program with a configuration, which is written into a folder. */
function run(folder: string, settings: object): Running {
  const path = join(folder, 'settings.json');
  writeFileSync(path, JSON.stringify({ folder, ...settings }));
  return runWith(path);
}

function runWith(...args: readonly string[]): Running {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const reports: Report[] = [];
  createInterface(child.stdout).on('line', (line) => reports.push(JSON.parse(line) as Report));
  return { process: child, reports, ended: new Promise((resolve) => child.once('close', resolve)) };
}

/** Waits until all parts are ready. */
function isReady({ reports }: Running): Promise<void> {
  return eventually(() => expect(reports.filter(({ part }) => part === undefined)).toMatchObject([{ state: 'ready' }]));
}

describe.skipIf(!shared.available)('a control plane in one process', story, () => {
  let folder: TemporaryFolder;
  let settings: object;
  let running: Running;
  let access: ControlPlaneAccess;

  beforeAll(async () => {
    folder = makeTemporaryFolder();
    const path = (name: string): string => join(folder.path, name);
    const certificate = makeCertificate({ ip: '127.0.0.1' });
    const port = await freePort();
    const tokens = makeTokens([admin]);
    const url = `https://127.0.0.1:${port}`;
    writeFileSync(path('ca.crt'), certificate.cert);
    writeFileSync(path('tls.key'), certificate.key);
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    writeFileSync(path('accounts.key'), key.export({ type: 'sec1', format: 'pem' }));
    writeFileSync(path('tokens.csv'), tokenFile([admin], tokens));
    const kubeconfigPath = await writeKubeconfig(path('kubeconfig'), { url, ca: certificate.cert }, admin.name, {
      token: tokens.get(admin.name)!,
    });
    const alone = { kubeconfig: kubeconfigPath, 'leader-elect': 'false', 'secure-port': '0' };
    const etcd = `unix://${path('etcd.sock')}`;
    settings = {
      kubeconfig: kubeconfigPath,
      etcd: { data: path('etcd'), client: etcd, peer: `unix://${path('peer.sock')}` },
      apiServer: toArguments({
        'etcd-servers': etcd,
        'bind-address': '127.0.0.1',
        'advertise-address': '127.0.0.1',
        'secure-port': String(port),
        'cert-dir': folder.path,
        'tls-cert-file': path('ca.crt'),
        'tls-private-key-file': path('tls.key'),
        'token-auth-file': path('tokens.csv'),
        'authorization-mode': 'RBAC',
        'service-account-issuer': 'https://kubernetes.default.svc',
        'service-account-key-file': path('accounts.key'),
        'service-account-signing-key-file': path('accounts.key'),
        'service-cluster-ip-range': '10.0.0.0/24',
        'endpoint-reconciler-type': 'none',
      }),
      controllerManager: toArguments({ ...alone, 'service-account-private-key-file': path('accounts.key') }),
      scheduler: toArguments(alone),
      nodes: {},
    };
    access = accessControlPlane({
      url,
      directory: folder.path,
      assetsDirectory: shared.available ? shared.info.assetsDirectory : '',
      kubeconfigPath,
      certificateAuthorityPath: path('ca.crt'),
      auditLogPath: '',
    });
    running = run(folder.path, settings);
  });
  afterAll(async () => {
    running?.process.kill('SIGKILL');
    await running?.ended;
    folder?.remove();
  });

  it('reports its parts, one after the other', async () => {
    await isReady(running);
    const parts = ['etcd', 'apiServer', 'controllerManager', 'scheduler', 'nodes', undefined];
    expect(running.reports.map(({ part }) => part)).toEqual(parts);
  });

  it('rolls a Deployment out', async () => {
    await access.kubectl(['create', '-f', '-'], { input: JSON.stringify(simulatedNode('node-1')) });
    await access.kubectl(['create', 'deployment', 'web', '--image=nginx', '--replicas=3']);
    const status = await access.kubectl(['rollout', 'status', 'deployment/web', '--timeout=60s']);
    expect(status).toContain('successfully rolled out');
  });

  it('goes on with its data after it was killed', async () => {
    running.process.kill('SIGKILL');
    await running.ended;
    running = run(folder.path, settings);
    await isReady(running);
    await access.kubectl(['scale', 'deployment/web', '--replicas=4']);
    await access.kubectl(['rollout', 'status', 'deployment/web', '--timeout=60s']);
    expect(await access.kubectl(['get', 'pods', '-o', 'name'])).toMatch(/^(pod\/web-\S+\n?){4}$/);
  });

  it('ends at once with a signal', async () => {
    running.process.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(running.reports.at(-1)).toMatchObject({ state: 'ended', reason: 'the signal terminated' });
  });
});

describe.skipIf(!shared.available)('the program of a control plane', () => {
  const etcdIn = (folder: string): object => ({
    etcd: { data: join(folder, 'etcd'), client: `unix://${folder}/etcd.sock`, peer: `unix://${folder}/peer.sock` },
  });
  const folderOf = (): string => {
    const folder = makeTemporaryFolder();
    onTestFinished(folder.remove);
    return folder.path;
  };

  it('ends with its folder, so that nothing is left where no one cleans up', async () => {
    const folder = join(folderOf(), 'gone');
    mkdirSync(folder);
    const running = run(folder, etcdIn(folder));
    const { ended, reports } = running;
    await isReady(running);
    rmSync(folder, { recursive: true, force: true });
    expect(await ended).toBe(0);
    expect(reports.at(-1)).toMatchObject({ state: 'ended', reason: 'its folder, which is gone' });
    expect(existsSync(folder)).toBe(false);
  });

  it('ends after its lifetime', async () => {
    const folder = folderOf();
    const { ended, reports } = run(folder, { lifetime: 1, ...etcdIn(folder) });
    expect(await ended).toBe(0);
    expect(reports.at(-1)).toMatchObject({ state: 'ended', reason: 'its lifetime of 1 s' });
  });

  it('ends with the part that fails, and says why', async () => {
    const folder = folderOf();
    writeFileSync(join(folder, 'etcd'), 'not a folder');
    const { ended, reports } = run(folder, etcdIn(folder));
    expect(await ended).toBe(1);
    expect(reports.at(-1)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^etcd: .*not a directory/) as string,
    });
  });

  it.each([
    ['nothing to start', {}, 'there is no part to start'],
    ['a field that there is not', { schedule: [] }, /unknown field "schedule"$/],
    ['flags without a cluster', { scheduler: [] }, 'kubeconfig is missing'],
    [
      'a flag that there is not',
      { kubeconfig: 'kubeconfig', scheduler: ['--colour=blue'] },
      /^scheduler: unknown flag: --colour/,
    ],
    ['a word', { kubeconfig: 'kubeconfig', scheduler: ['blue'] }, 'scheduler: blue is not a flag'],
    [
      'stages that are not there',
      { kubeconfig: 'kubeconfig', nodes: { stages: ['none.yaml'] } },
      /^nodes: open none\.yaml/,
    ],
  ])('refuses %s', async (_, settings, reason) => {
    const folder = folderOf();
    const { ended, reports } = run(folder, settings);
    expect(await ended).toBe(1);
    const expected = typeof reason === 'string' ? reason : (expect.stringMatching(reason) as string);
    expect(reports).toEqual([expect.objectContaining({ state: 'failed', reason: expected })]);
  });

  it('refuses another number of arguments', async () => {
    const { ended, reports } = runWith();
    expect(await ended).toBe(2);
    expect(reports).toMatchObject([{ state: 'failed', reason: 'usage: operator-gen-cluster <configuration>' }]);
  });
});
