import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

// Reads `watch <pid>` and `forget <pid>`. When its input ends, because this process has released it or died in any way,
// including SIGKILL, it kills the remaining processes and removes the directory.
const guardScript = `
trap '' INT TERM HUP
watched=
while read -r word pid; do
  others=
  for each in $watched; do [ "$each" = "$pid" ] || others="$others $each"; done
  case $word in watch) watched="$others $pid" ;; *) watched=$others ;; esac
done
[ -z "$watched" ] || kill -9 $watched
for attempt in 1 2 3 4 5 6 7 8 9 10; do
  rm -rf "$1" 2>/dev/null && exit
  sleep 0.1
done
`;

/** Cleans up after this process if it cannot do so itself. */
export interface Guard {
  /** Lets the guard kill a process when this one ends; with a negative number, as for kill, a process group. */
  watch(pid: number): void;
  forget(pid: number): void;
  /** Lets the guard clean up now, and waits until it has ended. */
  release(): Promise<void>;
}

/** Starts the guard; without `/bin/sh`, on Windows, it does nothing. @param directory empty for none */
export function startGuard(directory: string): Guard {
  if (process.platform === 'win32') return { watch() {}, forget() {}, release: async () => {} };
  const guard = spawn('/bin/sh', ['-c', guardScript, 'sandbox-guard', directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  guard.stdin.on('error', () => {});
  const gone = new Promise<void>((resolve) => {
    guard.once('exit', () => resolve());
    guard.once('error', () => resolve());
  });
  return {
    watch: (pid) => void guard.stdin.write(`watch ${pid}\n`),
    forget: (pid) => void guard.stdin.write(`forget ${pid}\n`),
    release: async () => {
      guard.stdin.end();
      guard.ref();
      await gone;
    },
  };
}
