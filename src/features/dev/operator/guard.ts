import { startShellGuard } from '../../../base/io/shell-guard.js';

// Reads `watch <pid>` and `forget <pid>`. At the end it ends the process groups that are left, and removes the folder with the
// credentials.
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
 * Starts the guard.
 * @param folder the folder that is removed at the end
 */
export function startGuard(folder: string): Guard {
  const { tell, release } = startShellGuard(script, folder);
  return { watch: (pid) => tell(`watch ${pid}`), forget: (pid) => tell(`forget ${pid}`), release };
}
