import { spawn, type ChildProcess } from 'node:child_process';
import type { Guard } from './guard.js';
import { lineReader } from '../../../base/io/line-reader.js';

/** A program of the project. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether the command is a line for a shell. */
  readonly isLine?: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The end of a program. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly milliseconds: number;
}

/** A program that runs. */
export interface Running {
  readonly ended: Promise<End>;
  /** Asks it to end, and kills it and what it has started if it has not after a while. */
  stop(): void;
}

/** Milliseconds that a program has to end by itself. A reconciler that never returns must not delay a restart for longer. */
const grace = 2_000;

/**
 * Starts a program in a process group of its own, which Ctrl-C in the terminal does not reach.
 * @param guard ends it if this process is killed
 */
export function startProgram(program: Program, guard: Guard, onLine: (line: string) => void): Running {
  const begin = performance.now();
  const isWindows = process.platform === 'win32';
  const child = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: program.env,
    detached: !isWindows,
    shell: program.isLine === true,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  if (child.pid !== undefined) guard.watch(child.pid);
  const outputs = [child.stdout, child.stderr].map((output) => {
    const lines = lineReader(onLine);
    output.on('data', lines.take);
    return lines;
  });
  let killer: NodeJS.Timeout | undefined;
  const ended = new Promise<End>((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(killer);
      for (const each of outputs) each.end();
      // Otherwise a process that it has detached, and that has its output, would keep this one alive.
      for (const each of [child.stdout, child.stderr]) each.destroy();
      // What it has started does not outlive it, and does not keep its output open.
      send(child, 'SIGKILL');
      if (child.pid !== undefined) guard.forget(child.pid);
      resolve({ code, signal, milliseconds: performance.now() - begin });
    };
    child.once('error', (error) => {
      onLine(error.message);
      end(127, null);
    });
    child.once('exit', (code, signal) => {
      // Its last lines can still be in the pipe.
      const done = setTimeout(() => end(code, signal), 250);
      child.once('close', () => {
        clearTimeout(done);
        end(code, signal);
      });
    });
  });
  return {
    ended,
    stop: () => {
      send(child, 'SIGTERM');
      killer ??= setTimeout(() => send(child, 'SIGKILL'), grace);
    },
  };
}

/** Sends a signal to a program and all that it has started. */
function send(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // They have ended.
  }
}
