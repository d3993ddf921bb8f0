import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const retryMs = 500;

/**
 * Runs `work` while no other process holds the lock at `path`; a lock whose holder is dead is taken over.
 * `onWait` is called once, with the holder's pid, when there is something to wait for.
 *
 * Two processes that take over the same dead lock at once may both get it. That costs work done twice, and no more: what
 * is built replaces its target in one step.
 */
export async function withLock<T>(path: string, onWait: (pid: number) => void, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(path), { recursive: true });
  let waiting = false;
  while (!take(path)) {
    const holder = holderOf(path);
    if (holder === undefined || !isAlive(holder)) {
      rmSync(path, { force: true });
      continue;
    }
    if (!waiting) onWait(holder);
    waiting = true;
    await sleep(retryMs);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function holderOf(path: string): number | undefined {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process with this id runs, ours or another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
