import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** A process that outlives this one, to clean up after it. */
export interface ShellGuard {
  /** Passes a line to its script. */
  readonly tell: (line: string) => void;
  /** Ends its input, as the end of this process does, and waits until it has ended. */
  readonly release: () => Promise<void>;
}

/**
 * Runs a script of `/bin/sh`, whose input ends when this process has ended in any way, including SIGKILL. There is none on Windows.
 * @param argument `$1` of the script
 */
export function startShellGuard(script: string, argument: string): ShellGuard {
  if (process.platform === 'win32') return { tell: () => {}, release: async () => {} };
  const guard = spawn('/bin/sh', ['-c', script, 'operator-gen-guard', argument], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  // A guard that has ended guards nothing more, and nothing else depends on it.
  guard.stdin.on('error', () => {});
  const gone = new Promise<void>((resolve) => {
    guard.once('exit', () => resolve());
    guard.once('error', () => resolve());
  });
  return {
    tell: (line) => void guard.stdin.write(`${line}\n`),
    release: async () => {
      guard.stdin.end();
      guard.ref();
      await gone;
    },
  };
}
