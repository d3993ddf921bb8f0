import { fstatSync, writeSync } from 'node:fs';
import type { ProcessStream } from './context.js';

/** Milliseconds between attempts to write to a full non-blocking pipe. */
const pause = 5;

/**
 * Returns an output that writes to a descriptor with system calls, if it is a file or a pipe. Opening `process.stdout`
 * takes as long as building the help, and also writes synchronously to files and pipes. See
 * https://nodejs.org/api/process.html#a-note-on-process-io
 */
export function directOutput(descriptor: 1 | 2): ProcessStream | undefined {
  if (process.platform === 'win32' || !isFileOrPipe(descriptor)) return undefined;
  const listeners: ((error: NodeJS.ErrnoException) => void)[] = [];
  let failed = false;
  return {
    get destroyed() {
      return failed;
    },
    on: (_event, listener) => listeners.push(listener),
    write: (text, written) => {
      try {
        if (!failed) writeAll(descriptor, Buffer.from(text));
      } catch (error) {
        failed = true;
        for (const listener of listeners) listener(error as NodeJS.ErrnoException);
      }
      written?.();
    },
  };
}

function isFileOrPipe(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() || stats.isFIFO();
  } catch {
    return false;
  }
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
}
