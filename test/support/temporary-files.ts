import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'operator-gen-tests-';

/** The number of bytes that a complete run needs at most for projects, packages and databases. */
const needed = 8 * 2 ** 30;

/**
 * Puts the temporary files of this process, and of those that it starts, into memory if Linux has enough of it, unless
 * the variable TMPDIR specifies another folder. Tests write hundreds of thousands of small files, and databases wait
 * for the disk after each write: on a disk, a run takes 1.5 times as long.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] || !hasRoom()) return;
  for (const name of readdirSync(memory))
    if (isLeft(name)) rmSync(join(memory, name), { recursive: true, force: true });
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  // As /tmp: some tests start processes of another user.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  try {
    const [, , , options = ''] = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, target, type]) => target === memory && type === 'tmpfs')!;
    const { bavail, bsize } = statfsSync(memory);
    // Tests start scripts that they have written.
    return !options.split(',').includes('noexec') && Math.min(bavail * bsize, freemem()) > needed;
  } catch {
    return false;
  }
}

/** Reports whether a folder was left behind by a run that was killed. */
function isLeft(name: string): boolean {
  const pid = /^operator-gen-tests-(\d+)-/.exec(name)?.[1];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
