import { lstatSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  const mine = printRun(run);
  while (!take(path, mine)) {
    const content = read(path);
    if (content === undefined) continue;
    const holder = parseRun(content);
    const isFree = holder === undefined || !(held.has(content) || isHeld(holder));
    if (isFree) removeStale(path, content);
    else await wait(holder.pid);
  }
  held.add(mine);
  try {
    return await work();
  } finally {
    held.delete(mine);
    if (read(path) === mine) rmSync(path, { force: true });
  }
}

// A link to nothing, whose target is the content: it is created in one step, and also on a disk that is full, on which one may want
// to delete a cluster. On Windows, only administrators create links.
const isLink = process.platform !== 'win32';

/** Creates the lock. Reports whether it did. */
function take(path: string, content: string): boolean {
  try {
    if (isLink) symlinkSync(content, path);
    else writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Returns the content of a lock; empty if it is something else, and undefined if there is none. */
function read(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  return quietly(() => (isLink ? readlinkSync(path) : readFileSync(path, 'utf8'))) ?? '';
}

/**
 * Removes the lock of a command that has ended, or one that is damaged. Two commands can find it at once, and the second
 * must not remove the lock that the first has taken by then.
 */
function removeStale(path: string, content: string): void {
  const aside = `${path}.${printRun(thisRun())}.stale`;
  if (quietly(() => (renameSync(path, aside), true)) === undefined) return;
  const moved = read(aside) ?? '';
  // If another command has taken the lock again, the one whose lock this was sees that when it ends.
  if (moved !== content) quietly(() => take(path, moved));
  rmSync(aside, { recursive: true, force: true });
}
