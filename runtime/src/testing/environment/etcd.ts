import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toArguments } from './flags.js';
import { freePort } from './ports.js';
import type { Sandbox } from './sandbox.js';
import type { SandboxProcess } from './sandbox-process.js';

export interface Etcd {
  readonly url: string;
  /** Current or last process. */
  readonly process: SandboxProcess;
  /** Copies the data at one moment; returns the directory of the copy. */
  backUp(): Promise<string>;
  /** Restarts etcd on the same ports with the data of a copy. */
  restore(copy: string): Promise<void>;
}

/**
 * Starts etcd with its data in the sandbox. It does not wait until etcd is ready, because the API server does.
 * See https://etcd.io/docs/v3.6/op-guide/configuration/
 */
export async function startEtcd(sandbox: Sandbox, command: string): Promise<Etcd> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const peerUrl = `http://127.0.0.1:${await freePort()}`;
  const data = join(sandbox.directory, 'etcd');
  const args = toArguments({
    'data-dir': data,
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `default=${peerUrl}`,
    // The data is deleted after the test, so flushing each write to the disk has no benefit.
    'unsafe-no-fsync': 'true',
  });
  await rm(data, { recursive: true, force: true });
  let running = sandbox.start({ command, args });
  let copies = 0;
  return {
    url,
    get process() {
      return running;
    },
    backUp: async () => {
      const copy = join(sandbox.directory, `etcd-backup-${(copies += 1)}`);
      running.assertRunning();
      // Suspended during the copy, which then has the state that a crash at that moment would leave.
      process.kill(running.pid!, 'SIGSTOP');
      try {
        await cp(data, copy, { recursive: true });
      } finally {
        process.kill(running.pid!, 'SIGCONT');
      }
      return copy;
    },
    restore: async (copy) => {
      await running.kill();
      await rm(data, { recursive: true, force: true });
      await cp(copy, data, { recursive: true });
      running = sandbox.start({ command, args });
    },
  };
}
