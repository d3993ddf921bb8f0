import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Replaces a file that only its user can read, as a whole: a process that is killed leaves the old file, or the new one. */
export function writePrivately(path: string, content: string): void {
  const unfinished = `${path}.${process.pid}.unfinished`;
  try {
    writeFileSync(unfinished, content, { mode: 0o600 });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
