import { join } from 'node:path';
import { toArguments } from './flags.js';
import { freePort } from './ports.js';
import type { Sandbox } from './sandbox.js';
import type { SandboxProcess } from './sandbox-process.js';

export interface Etcd {
  readonly url: string;
  readonly process: SandboxProcess;
}

/**
 * Starts etcd with its data in the sandbox. It does not wait: the API server does.
 * See https://etcd.io/docs/v3.6/op-guide/configuration/
 */
export async function startEtcd(sandbox: Sandbox, command: string): Promise<Etcd> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const peerUrl = `http://127.0.0.1:${await freePort()}`;
  const args = toArguments({
    'data-dir': join(sandbox.directory, 'etcd'),
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `default=${peerUrl}`,
    // The data goes when the test ends: nothing is gained by flushing each write to the disk.
    'unsafe-no-fsync': 'true',
  });
  return { url, process: sandbox.start({ command, args }) };
}
