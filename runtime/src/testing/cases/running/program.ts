import { spawn, type ChildProcess } from 'node:child_process';
import { startGuard, type Guard } from '../../environment/sandbox-guard.js';
import type { Variables } from '../kuttl/expand.js';
import type { OutputLines } from './output-lines.js';

/** End of a program that did not succeed. */
export interface End {
  readonly how: string;
  readonly hasStarted: boolean;
  readonly timedOut: boolean;
}

/** Kills the process groups of programs if this process is killed. */
let guard: Guard | undefined;

/** Starts a program in a process group of its own, which can be killed as a whole. */
export function startProgram(program: string, args: readonly string[], cwd: string, env: Variables): ChildProcess {
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  const { pid } = child;
  if (pid === undefined) return child;
  guard ??= startGuard('');
  guard.watch(-pid);
  child.once('close', () => guard!.forget(-pid));
  return child;
}

/**
 * Waits for the end of a program; undefined if it succeeds.
 * @param seconds time after which its process group is killed; 0 for none
 */
export function endOf(child: ChildProcess, seconds: number, signal: AbortSignal): Promise<End | undefined> {
  return new Promise((resolve) => {
    let timedOut = false;
    const stop = (): void => killGroup(child);
    const onTime = (): void => {
      timedOut = true;
      stop();
    };
    const timer = seconds > 0 ? setTimeout(onTime, seconds * 1000) : undefined;
    signal.addEventListener('abort', stop, { once: true });
    const settle = (end: End | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(end);
    };
    child.once('error', ({ message }) =>
      settle({ how: `cannot start: ${message}`, hasStarted: false, timedOut: false }),
    );
    // Not `exit`, after which output can follow. A group that was killed leaves nobody who could hold the pipes.
    child.once('close', (code, ending) => {
      if (code === 0 && !timedOut) return settle(undefined);
      const how = ending === null ? `exited with code ${code}` : `was ended by ${ending}`;
      settle({ how: timedOut ? `did not end within ${seconds} s` : how, hasStarted: true, timedOut });
    });
  });
}

/** Adds what a program prints to lines of output. */
export function forward(child: ChildProcess, output: OutputLines): void {
  for (const stream of [child.stdout, child.stderr]) {
    const { add, end } = output.collector();
    stream?.on('data', add).once('end', end);
  }
}

/** Kills a program and the processes that it has started. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
