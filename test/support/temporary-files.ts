import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'operator-gen-tests-';

/** More than what the projects, packages and databases of a complete run take, in bytes. */
const needed = 8 * 2 ** 30;

/**
 * Puts the temporary files of this process, and of those that it starts, into memory where Linux has room for them, unless the
 * variable TMPDIR says where they go. Tests write small files by the hundred thousand, and databases that wait for the disk after
 * each write: on a disk, a run takes half as long again.
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

/** Reports whether a folder is that of a run that was killed. */
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
