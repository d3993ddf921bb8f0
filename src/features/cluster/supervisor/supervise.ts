import { existsSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quietly } from '../../../base/io/quietly.js';
import { filesOf } from '../files.js';
import { askAsAdmin } from '../probe.js';
import type { Report } from '../reports.js';
import type { ProcessSettings } from '../settings.js';
import { reasonToEnd } from './ends.js';
import { startGuard } from './guard.js';
import { lockSettings } from './lock.js';
import { Parts } from './parts.js';

type Settings = ProcessSettings & Required<Pick<ProcessSettings, 'separate'>>;

/**
 * Runs etcd and kube-apiserver until it is told to end, or one of them ends. To its callers, it is operator-gen-cluster with
 * other settings: `upstream/cluster/main.go` describes its reports, its lock and its end.
 * @param path the file with the settings
 * @returns the exit code
 */
export async function supervise(path: string): Promise<number> {
  const parts = new Parts();
  const last = await lastReport(path, parts).catch((error: unknown): Report => ({
    state: 'failed',
    reason: (error as Error).message,
  }));
  await parts.kill();
  say(last);
  return last.state === 'failed' ? 1 : 0;
}

/** Runs the programs. Returns what is reported when they have ended. @throws Error if one of them ends by itself */
async function lastReport(path: string, parts: Parts): Promise<Report> {
  const settings = JSON.parse(readFileSync(path, 'utf8')) as Settings;
  const end = reasonToEnd(settings);
  const lock = lockSettings(filesOf(settings.folder));
  startGuard();
  parts.onStart = (pid) => quietly(() => writeSync(lock, `${pid}\n`));
  const reason = await Promise.race([end, parts.ended, start(settings, parts)]);
  return { state: 'ended', reason };
}

const pause = 50;

/** Starts the programs, one after the other, and reports when they are ready. */
async function start({ folder, etcd, apiServer, separate }: Settings, parts: Parts): Promise<never> {
  const socket = join(folder, etcd.client.replace('unix://', ''));
  // That of a process that was killed.
  rmSync(socket, { force: true });
  parts.start('etcd', separate.etcd, etcdArguments(etcd), folder);
  while (!existsSync(socket)) await sleep(pause);
  say({ part: 'etcd', state: 'ready' });
  parts.start('apiServer', separate.apiServer, apiServer, folder);
  const files = filesOf(folder);
  // It includes the server's own roles and bindings.
  while ((await askAsAdmin(files, separate.port, '/readyz'))?.status !== 200) await sleep(pause);
  say({ part: 'apiServer', state: 'ready' });
  say({ state: 'ready', version: separate.version });
  return parts.ended;
}

/** Returns the flags that `upstream/cluster/etcd.go` sets. See https://etcd.io/docs/v3.6/op-guide/configuration/ */
function etcdArguments({ data, client, peer }: Settings['etcd']): readonly string[] {
  // Only the API server uses it, through the socket, which cannot be told as an address.
  const nowhere = 'http://127.0.0.1:1';
  return [
    `--data-dir=${data}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${nowhere}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${nowhere}`,
    `--initial-cluster=default=${nowhere}`,
    // A cluster for development may lose its last writes when the machine loses power.
    '--unsafe-no-fsync=true',
    '--log-level=error',
  ];
}

const begin = performance.now();

/** Writes a line to the standard output. One that cannot be written, for example to a full disk, is no reason to end. */
function say(report: Report): void {
  const milliseconds = Math.round(performance.now() - begin);
  quietly(() => writeSync(1, `${JSON.stringify({ ...report, milliseconds })}\n`));
}
