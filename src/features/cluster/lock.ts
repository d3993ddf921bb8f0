import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { quietly } from '../../base/io/quietly.js';
import { isUnderWay, parseRun, printRun, thisRun, type Run } from '../../base/io/run.js';
import { refuse } from './reporting.js';

/** Milliseconds to wait for another command, which can be starting or ending a cluster. */
const patience = 90_000;
const pause = 50;

/** The contents of the locks that this process holds. */
const held = new Set<string>();

/** Does work while no other command works on a cluster. A lock that a killed command has left is removed. */
export async function withLock<T>(folder: string, name: string, work: () => Promise<T>): Promise<T> {
  const path = `${folder}/${name}.lock`;
  const run = thisRun();
  const start = performance.now();
  while (!take(path, run)) {
    const text = quietly(() => readFileSync(path, 'utf8'));
    const holder = text === undefined ? undefined : parseRun(text);
    if (text !== undefined && !held.has(text) && (holder === undefined || !isUnderWay(holder))) removeStale(path, text);
    else if (holder !== undefined && performance.now() - start > patience)
      refuse('cluster-busy', { name, pid: holder.pid, seconds: patience / 1000 });
    else await sleep(pause);
  }
  held.add(printRun(run));
  try {
    return await work();
  } finally {
    held.delete(printRun(run));
    if (quietly(() => readFileSync(path, 'utf8')) === printRun(run)) rmSync(path, { force: true });
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

/**
 * Removes the lock of a command that has ended, or one that is damaged. Two commands can find it at once, and the second
 * must not remove the lock that the first has taken by then.
 * @param text its content
 */
function removeStale(path: string, text: string): void {
  const aside = `${path}.${printRun(thisRun())}.stale`;
  quietly(() => {
    renameSync(path, aside);
    // If another command has taken the lock again, the one whose lock this was sees that when it ends.
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, path);
  });
  rmSync(aside, { force: true });
}
