import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { eventually } from '../support/eventually.js';
import { makeTemporaryFolder } from '../support/tree.js';
import { cluster, programPath } from './control-plane/programs.js';

const program = programPath(cluster.name);
const available = isExecutable(program);

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

describe.skipIf(!available)('the program of a control plane', () => {
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

  it('ends at once with a signal', async () => {
    const folder = folderOf();
    const running = run(folder, etcdIn(folder));
    await isReady(running);
    running.process.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(running.reports.at(-1)).toMatchObject({ state: 'ended', reason: 'the signal terminated' });
  });

  it('runs once with the same settings', async () => {
    const folder = folderOf();
    const first = run(folder, etcdIn(folder));
    await isReady(first);
    const second = run(folder, etcdIn(folder));
    expect(await second.ended).toBe(1);
    expect(second.reports).toMatchObject([{ state: 'failed', reason: 'another process runs with this configuration' }]);
    expect(readFileSync(join(folder, 'settings.json.lock'), 'utf8')).toBe(`${first.process.pid}\n`);
    first.process.kill('SIGKILL');
    await first.ended;
    const third = run(folder, etcdIn(folder));
    await isReady(third);
    third.process.kill('SIGKILL');
    await third.ended;
  });

  it('has a version', () => {
    expect(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout).toBe('v1.36.3\n');
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
