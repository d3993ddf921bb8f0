import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isUnderWay, parseRun, printRun, thisRun, type Run } from '../../base/io/run.js';
import { refuse } from './reporting.js';

/** Milliseconds to wait for another command, which can be starting or ending a cluster. */
const patience = 90_000;
const pause = 50;

/** Does work while no other command works on a cluster. A lock that a killed command has left is removed. */
export async function withLock<T>(folder: string, name: string, work: () => Promise<T>): Promise<T> {
  const path = `${folder}/${name}.lock`;
  const run = thisRun();
  const start = performance.now();
  while (!take(path, run)) {
    const holder = readRun(path);
    if (holder === undefined || isUnderWay(holder)) {
      if (performance.now() - start > patience)
        refuse('cluster-busy', { name, pid: holder?.pid ?? 0, seconds: patience / 1000 });
      await sleep(pause);
    } else removeStale(path, holder);
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
