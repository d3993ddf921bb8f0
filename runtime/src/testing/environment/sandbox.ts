import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startGuard } from './sandbox-guard.js';
import { SandboxProcess, type ProcessSpec } from './sandbox-process.js';

/** Temporary directory and the processes that work in it: both are removed together, however this process ends. */
export interface Sandbox {
  readonly directory: string;
  /** Starts a process whose output goes to `<directory>/<name of the command>.log`. */
  start(spec: Omit<ProcessSpec, 'logPath' | 'attachOutput'>): SandboxProcess;
  /** Stops the processes and removes the directory. Further calls do nothing. */
  stop(): Promise<void>;
}

export interface SandboxOptions {
  /** Whether to show the output of the processes on the standard error as well. */
  readonly attachOutput?: boolean;
}

/** `prefix` begins the folder's name, to be recognized among others in the system's temporary folder. */
export function createSandbox(prefix: string, { attachOutput = false }: SandboxOptions = {}): Sandbox {
  const directory = mkdtempSync(join(tmpdir(), prefix));
  const guard = startGuard(directory);
  const processes: SandboxProcess[] = [];
  // The guard would do this a moment later, but not every system has one.
  const endNow = () => {
    for (const child of processes) void child.kill();
    rmSync(directory, { recursive: true, force: true });
  };
  process.once('exit', endNow);

  let stopped: Promise<void> | undefined;
  const stopAll = async () => {
    await Promise.all(processes.map((child) => child.kill()));
    process.off('exit', endNow);
    await rm(directory, { recursive: true, force: true });
    await guard.release();
  };
  return {
    directory,
    start(spec) {
      const child = new SandboxProcess({
        ...spec,
        attachOutput,
        logPath: join(directory, `${basename(spec.command, '.exe')}.log`),
      });
      processes.push(child);
      if (child.pid !== undefined) guard.watch(child.pid);
      void child.whenEnded.then(() => child.pid !== undefined && guard.forget(child.pid));
      return child;
    },
    stop: () => (stopped ??= stopAll()),
  };
}
