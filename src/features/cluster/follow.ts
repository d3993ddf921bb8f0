import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { lineReader } from '../../base/io/line-reader.js';

/** Milliseconds between two looks at a file. */
const pause = 200;
/** Bytes that are read at a time. */
const most = 1_000_000;

/** A file that is followed. */
export interface Followed {
  readonly path: string;
  /** The bytes of it that are known. */
  readonly from: number;
  readonly onLine: (line: string) => void;
  /** Reports whether its lines are still wanted. */
  readonly isWanted: () => boolean;
}

/** Passes on the lines that are appended to a file, also after another file has taken its place, as at a restart. */
export async function follow({ path, from, onLine, isWanted }: Followed): Promise<void> {
  let at = { file: fileAt(path), offset: from };
  let lines = lineReader(onLine);
  while (isWanted()) {
    const file = fileAt(path);
    const isOther = file?.ino !== at.file?.ino || (file?.size ?? 0) < at.offset;
    if (isOther) {
      lines.end();
      lines = lineReader(onLine);
      at = { file, offset: 0 };
    }
    const chunk = readFrom(path, at.offset);
    if (chunk.length > 0) lines.take(chunk);
    at = { file, offset: at.offset + chunk.length };
    if (chunk.length < most) await sleep(pause);
  }
  lines.end();
}

interface FileState {
  readonly ino: number;
  readonly size: number;
}

function fileAt(path: string): FileState | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function readFrom(path: string, offset: number): Buffer {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
  try {
    const chunk = Buffer.alloc(Math.max(0, Math.min(most, fstatSync(file).size - offset)));
    return chunk.subarray(0, readSync(file, chunk, 0, chunk.length, offset));
  } finally {
    closeSync(file);
  }
}
