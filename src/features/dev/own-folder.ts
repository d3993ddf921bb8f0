import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../base/io/private-folder.js';
import { printRun, thisRun, type Run } from '../../base/io/run.js';
import { statePlaces } from '../../base/io/user-folders.js';
import { holding } from '../cluster/lock.js';
import { commandLineOf } from '../cluster/process.js';
import { refuse } from './reporting.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds before the next look at a lock that is being written. */
const pause = 20;

/**
 * Does work in a new folder that only this user can read, and that is removed at the end, while no other `dev` runs in the
 * project.
 * @throws DiagnosticsError if one runs
 */
export async function inOwnFolder<T>(env: Environment, root: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folders = folderOfAll(env);
  const ofProject = createHash('sha256').update(root).digest('hex').slice(0, 16);
  let tries = 0;
  const wait = async (pid: number): Promise<void> => {
    tries += 1;
    if (pid !== 0 || tries > 50) refuse('dev-running', { pid });
    await new Promise((resolve) => setTimeout(resolve, pause));
  };
  return holding(join(folders, `${ofProject}.lock`), { isHeld, wait }, async () => {
    for (const name of readdirSync(folders)) {
      if (name.startsWith(`${ofProject}.run-`)) rmSync(join(folders, name), { recursive: true, force: true });
    }
    const folder = join(folders, `${ofProject}.run-${printRun(thisRun())}`);
    mkdirSync(folder, { mode: 0o700 });
    try {
      return await work(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Returns the folder for all projects. */
function folderOfAll(env: Environment): string {
  for (const place of statePlaces(env, 'dev')) {
    const folder = makePrivateFolder(place);
    if (folder !== undefined) return folder;
  }
  return refuse('no-private-folder', {});
}

/** Reports whether the process that took a lock is still `dev`: its process ID can be that of another program by now. */
function isHeld({ pid }: Run): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    const words = commandLineOf(pid).split(/[\0 ]/);
    return words.includes('dev') && words.some((word) => word.includes('operator-gen'));
  } catch {
    return false;
  }
}
