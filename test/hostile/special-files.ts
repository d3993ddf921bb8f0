import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a FIFO: whoever opens it waits for the other side. */
export function makeFifo(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', ['-m', '666', path]);
}

/** Makes a socket in the place of a file. A relative name, because that of a socket can have about 100 bytes. */
export function listenOn(path: string): void {
  rmSync(path, { force: true });
  const before = process.cwd();
  const server = createServer();
  try {
    process.chdir(dirname(path));
    server.listen(basename(path));
  } finally {
    process.chdir(before);
  }
  onTestFinished(() => void server.close());
}
