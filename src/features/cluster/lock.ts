import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isUnderWay, parseRun, printRun, thisRun, type Run } from '../../base/io/run.js';
import { refuse } from './reporting.js';

/** Milliseconds to wait for another command, which can be starting or ending a cluster. */
const patience = 90_000;
const pause = 50;

/** Does work while no other command works on a cluster. A lock that a killed command has left is removed. */
export async function withLock<T>(folder: string, name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const wait = async (pid: number): Promise<void> => {
    if (performance.now() - start > patience) refuse('cluster-busy', { name, pid, seconds: patience / 1000 });
    await sleep(pause);
  };
  return holding(`${folder}/${name}.lock`, { isHeld: isUnderWay, wait }, work);
}

/** The treatment of a lock that another process has. */
interface Competition {
  /** Reports whether the process that took it still has it. */
  readonly isHeld: (holder: Run) => boolean;
  /** Is called before the next try, with the process ID of the holder; throws to give up. */
  readonly wait: (pid: number) => Promise<void>;
}

/** Does work while this process has a lock. */
export async function holding<T>(path: string, { isHeld, wait }: Competition, work: () => Promise<T>): Promise<T> {
  const run = thisRun();
  while (!take(path, run)) {
    const holder = readRun(path);
    if (holder === undefined || isHeld(holder)) await wait(holder?.pid ?? 0);
    else removeStale(path, holder);
  }
  try {
    return await work();
  } finally {
    if (readRun(path)?.token === run.token) rmSync(path, { force: true });
  }
}

/** Creates the lock with its content in one step, so that nobody reads half of it. Reports whether it did. */
function take(path: string, run: Run): boolean {
  const mine = `${path}.${printRun(run)}`;
  writeFileSync(mine, printRun(run), { mode: 0o600 });
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Removes the lock of a command that has ended. Two can find it at once, and the second must not remove the lock of the first. */
function removeStale(path: string, holder: Run): void {
  const aside = `${path}.${printRun(holder)}.stale`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const found = readRun(aside);
  if (found !== undefined && found.token !== holder.token) {
    try {
      linkSync(aside, path);
    } catch {
      // Another command has taken it in the meantime, and the one whose lock this was sees that when it ends.
    }
  }
  rmSync(aside, { force: true });
}

function readRun(path: string): Run | undefined {
  try {
    return parseRun(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
