import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

// Reads `watch <pid>` and `forget <pid>`. Its input ends when this process has ended in any way, including SIGKILL. Then it
// ends the process groups that are left, and removes the folder with the credentials.
const script = `
trap '' INT TERM HUP
watched=
while read -r word pid; do
  others=
  for each in $watched; do [ "$each" = "$pid" ] || others="$others $each"; done
  case $word in watch) watched="$others $pid" ;; *) watched=$others ;; esac
done
for each in $watched; do kill -TERM -"$each" 2>/dev/null; done
for attempt in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  left=
  for each in $watched; do kill -0 -"$each" 2>/dev/null && left="$left $each"; done
  [ -z "$left" ] && break
  sleep 0.1
done
for each in $left; do kill -KILL -"$each" 2>/dev/null; done
rm -rf "$1"
`;

/** Ends the processes that this one has started if it cannot do so itself. */
export interface Guard {
  /** Watches a process group, by the ID of its first process. */
  watch(pid: number): void;
  forget(pid: number): void;
  /** Removes the folder, and waits until the guard has ended. */
  release(): Promise<void>;
}

/**
 * Starts the guard. It does nothing on Windows, where there is no shell for it.
 * @param folder the folder that is removed at the end
 */
export function startGuard(folder: string): Guard {
  if (process.platform === 'win32') return { watch() {}, forget() {}, release: async () => {} };
  const guard = spawn('/bin/sh', ['-c', script, 'operator-gen-guard', folder], {
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
    watch: (pid) => void guard.stdin.write(`watch ${pid}\n`),
    forget: (pid) => void guard.stdin.write(`forget ${pid}\n`),
    release: async () => {
      guard.stdin.end();
      guard.ref();
      await gone;
    },
  };
}
