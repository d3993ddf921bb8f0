import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toArguments } from './flags.js';
import { freePort } from './ports.js';
import type { Sandbox } from './sandbox.js';
import type { SandboxProcess } from './sandbox-process.js';

export interface Etcd {
  readonly url: string;
  /** The one that runs, or ran last. */
  readonly process: SandboxProcess;
  /** Copies the data as they are at one moment; answers the folder of the copy. */
  backUp(): Promise<string>;
  /** Ends etcd and starts it again on the same ports with the data of a copy. */
  restore(copy: string): Promise<void>;
}

/**
 * Starts etcd with its data in the sandbox. It does not wait: the API server does.
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
    // The data goes when the test ends: nothing is gained by flushing each write to the disk.
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
      // Held while it is copied: the copy is what a crash at that moment would leave.
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
