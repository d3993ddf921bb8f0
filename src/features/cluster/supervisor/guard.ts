import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

// Its input ends when this process has ended in any way, including SIGKILL. All that this process has started is in its process group.
const script = `
trap '' INT TERM HUP
while read -r _; do :; done
kill -KILL -"$1" 2>/dev/null
`;

/** Starts a process that ends all that this one has started, if it cannot do so itself. There is none on Windows. */
export function startGuard(): void {
  if (process.platform === 'win32') return;
  const guard = spawn('/bin/sh', ['-c', script, 'operator-gen-guard', String(process.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  // Without it, the next command ends what is left.
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
}
