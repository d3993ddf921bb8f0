import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Program } from './programs.js';

/** A running operator. */
export interface Operator {
  /** Returns the current resident memory, in MiB. */
  memory(): number;
  /** Returns the CPU time used so far in user and system mode, in seconds. */
  cpu(): number;
  /** Returns the end of its output. */
  said(): string;
  /** Stops it with SIGTERM, as a cluster does. */
  stop(): Promise<void>;
}

/**
 * Starts an operator and waits until it prints `sign`, when its caches are filled.
 * @throws Error with its output when it ends before
 */
export async function startOperator(
  program: Program,
  flags: readonly string[],
  sign = 'the caches are filled',
): Promise<Operator> {
  const [file, ...args] = program.command;
  const child = spawn(file!, [...args, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...program.env },
  });
  const killNow = (): void => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const ended = once(child, 'exit').then(() => process.off('exit', killNow));
  let said = '';
  const isReady = new Promise<'ready'>((resolve) => {
    const listen = (text: string): void => {
      said = `${said}${text}`.slice(-2000);
      if (said.includes(sign)) resolve('ready');
    };
    for (const pipe of [child.stdout, child.stderr]) pipe.setEncoding('utf8').on('data', listen);
  });
  if ((await Promise.race([ended, isReady])) !== 'ready')
    throw new Error(`an operator (${program.name}) ended: ${said}`);
  const pid = child.pid!;
  return {
    memory: () => residentMemory(pid),
    cpu: () => cpuTime(pid),
    said: () => said,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function residentMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

function cpuTime(pid: number): number {
  // The second field is the name, in parentheses, and can contain spaces. Ticks are hundredths of a second on Linux.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
